/** Loads the forms of fields when somebody adds one. */
import { lazy, Suspense } from 'react'
import type { AddFieldProps } from './AddField.tsx'

const Loaded = lazy(async () => ({ default: (await import('./AddField.tsx')).AddField }))

export function AddField(props: AddFieldProps) {
  return (
    <Suspense fallback={null}>
      <Loaded {...props} />
    </Suspense>
  )
}
