/** Shows the questions of `confirm()`; stands once at the root of the app and fetches the dialog when needed. */
import { lazy, Suspense, useSyncExternalStore } from 'react'
import { confirmStore } from './confirm.ts'

const ConfirmDialog = lazy(async () => ({ default: (await import('./ConfirmDialog.tsx')).ConfirmDialog }))

export function ConfirmHost() {
  const asked = useSyncExternalStore(confirmStore.subscribe, confirmStore.get)
  if (!asked) return null
  return (
    <Suspense>
      <ConfirmDialog {...asked} />
    </Suspense>
  )
}
