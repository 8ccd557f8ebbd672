/** Around every screen: texts on their way, the document's title, toasts and questions. */
import { Outlet, useMatches, useRouter } from '@tanstack/react-router'
import { Suspense, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { authEvents } from '../features/auth/public.ts'
import { ViewerHost } from '../features/files/public.ts'
import { useBrand } from '../lib/brand.ts'
import { ConfirmHost } from '../ui/ConfirmHost.tsx'
import { PageSkeleton } from '../ui/Skeletons.tsx'
import { Toaster } from '../ui/Toaster.tsx'

export function AppRoot() {
  useLeaveOnSignOut()
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

function DocumentTitle() {
  const { t } = useTranslation(['shell'])
  const brand = useBrand()
  const title = useMatches({ select: (matches) => matches.at(-1)?.staticData.title })
  const text = title ? `${t(title)} · ${brand.name}` : brand.name
  useEffect(() => {
    document.title = text
  }, [text])
  return null
}

/** A session that ends while a screen is open leads to sign-in, and back here afterwards. */
function useLeaveOnSignOut(): void {
  const router = useRouter()
  useEffect(() => authEvents.on('signedOut', () => void router.invalidate()), [router])
}
