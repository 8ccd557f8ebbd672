import { lazy, Suspense } from 'react'
import { FormSkeleton } from '../../../../ui/Skeletons.tsx'
import type { EditorProps } from '../definition.ts'
import type { FormattedTextSettings } from './Settings.tsx'

export const inputs = 'group'

/** The text editor is large: it is loaded when first shown. */
const RichText = lazy(async () => ({ default: (await import('./RichText.tsx')).RichText }))

export function Editor(props: EditorProps<string, FormattedTextSettings>) {
  return (
    <Suspense fallback={<FormSkeleton rowCount={2} />}>
      <RichText {...props} />
    </Suspense>
  )
}
