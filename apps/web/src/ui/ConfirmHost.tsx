/** Shows the dialogs of `confirm()`; mounted once at the root of the app, and loads the dialog when needed. */
import { lazy, Suspense, useSyncExternalStore } from 'react'
import { confirmStore } from './confirm.ts'

const ConfirmDialog = lazy(async () => ({ default: (await import('./ConfirmDialog.tsx')).ConfirmDialog }))

export function ConfirmHost() {
  const question = useSyncExternalStore(confirmStore.subscribe, confirmStore.get)
  if (!question) return null
  return (
    <Suspense>
      <ConfirmDialog {...question} />
    </Suspense>
  )
}
