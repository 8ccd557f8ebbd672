/** What surrounds every screen: loading texts, the document's title, toasts and confirmation dialogs. */
import { Outlet, useRouter } from '@tanstack/react-router'
import { Suspense, useEffect } from 'react'
import { authEvents } from '../features/auth/public.ts'
import { ViewerHost } from '../features/files/public.ts'
import { teamEvents } from '../features/teams/public.ts'
import { ConfirmHost } from '../ui/ConfirmHost.tsx'
import { PageSkeleton } from '../ui/Skeletons.tsx'
import { Toaster } from '../ui/Toaster.tsx'
import { DocumentTitle } from './DocumentTitle.tsx'
import { guardOutcome } from './guard-page.ts'

export function AppRoot() {
  useLeaveOnSignOut()
  useLeaveOnLostPermission()
  return (
    <Suspense fallback={<PageSkeleton />}>
      <DocumentTitle />
      <Outlet />
      <ViewerHost />
      <ConfirmHost />
      <Toaster />
    </Suspense>
  )
}

/** A session that ends while a screen is open leads to sign-in, and back here afterwards. */
function useLeaveOnSignOut(): void {
  const router = useRouter()
  useEffect(() => authEvents.on('signedOut', () => void router.invalidate()), [router])
}

/** A screen that one may no longer see is left as soon as that is known. */
function useLeaveOnLostPermission(): void {
  const router = useRouter()
  useEffect(
    () =>
      teamEvents.on('teamPermissionsUpdated', () => {
        const { matches, location } = router.state
        if (guardOutcome(matches.at(-1), location.href)) void router.invalidate()
      }),
    [router],
  )
}
