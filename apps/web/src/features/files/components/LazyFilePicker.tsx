import { lazy, Suspense } from 'react'
import type { FilePickerProps } from './FilePicker.tsx'

const Picker = lazy(async () => ({ default: (await import('./FilePicker.tsx')).FilePicker }))

/** Chooses among existing files; mount it to open it. */
export function FilePicker(props: FilePickerProps) {
  return (
    <Suspense>
      <Picker {...props} />
    </Suspense>
  )
}
