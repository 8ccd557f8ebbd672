/** The pages of public wizards by their addresses, and what surrounds them. */
import { readPublicWizardPath } from '@muster/contract/wizards/public-address'
import type { RouterHistory } from '@tanstack/history'
import { Component, type ReactNode, Suspense, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { ViewerHost } from '../../features/files/public.ts'
import { PersonalRun, PublicRun } from '../../features/wizards/public-run/public.ts'
import { reloadPage, reloadsFor } from '../../lib/missing-part.ts'
import { NavigationContext, useAddress } from '../../lib/navigation.ts'
import { useDocumentTitle } from '../../lib/page-title.ts'
import { ConfirmHost } from '../../ui/ConfirmHost.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { PageSkeleton } from '../../ui/Skeletons.tsx'
import { Toaster } from '../../ui/Toaster.tsx'

export function VisitorPages({ history }: { history: RouterHistory }) {
  const navigation = useMemo(() => ({ history, Link: null }), [history])
  return (
    <NavigationContext value={navigation}>
      <Suspense fallback={<PageSkeleton />}>
        <Title />
        <Boundary>
          <Place />
        </Boundary>
        <ViewerHost />
        <ConfirmHost />
        <Toaster />
      </Suspense>
    </NavigationContext>
  )
}

function Title() {
  const { t } = useTranslation(['shell'])
  useDocumentTitle(t('title.publicWizard'))
  return null
}

function Place() {
  const address = readPublicWizardPath(useAddress().pathname)
  if (address?.kind === 'wizard') return <PublicRun {...address} />
  if (address?.kind === 'personal') return <PersonalRun key={address.token} {...address} />
  throw new Error('This entry has no page for the address')
}

/** A page that fails, e.g. because a part of it did not load: a reload goes on where the run was. */
class Boundary extends Component<{ children: ReactNode }, { error: unknown }> {
  override state = { error: null }

  static getDerivedStateFromError(error: unknown) {
    return { error }
  }

  override componentDidCatch(error: unknown): void {
    console.error(error)
    if (reloadsFor(error)) reloadPage()
  }

  override render() {
    const { error } = this.state
    if (error === null) return this.props.children
    if (reloadsFor(error)) return <PageSkeleton />
    return <ErrorState error={error} onRetry={reloadPage} />
  }
}
