/** Loads the forms of fields when somebody edits one. */
import { lazy, Suspense } from 'react'
import type { FieldSettingsProps } from './FieldSettings.tsx'

const Loaded = lazy(async () => ({ default: (await import('./FieldSettings.tsx')).FieldSettings }))

export function FieldSettings(props: FieldSettingsProps) {
  return (
    <Suspense fallback={null}>
      <Loaded {...props} />
    </Suspense>
  )
}
