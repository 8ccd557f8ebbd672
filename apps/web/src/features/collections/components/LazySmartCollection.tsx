/** Loads the form of a smart collection when somebody makes one. */
import { lazy, Suspense } from 'react'
import type { SmartCollectionDialogProps } from './SmartCollectionDialog.tsx'

const Loaded = lazy(async () => ({
  default: (await import('./SmartCollectionDialog.tsx')).SmartCollectionDialog,
}))

export function SmartCollectionDialog(props: SmartCollectionDialogProps) {
  return (
    <Suspense fallback={null}>
      <Loaded {...props} />
    </Suspense>
  )
}
