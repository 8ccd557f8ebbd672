/** Loads a public view, and shows a message where there is none. */
import type { PublicView } from '@muster/contract/views/views.schema'
import { useSearch } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, api, useApi } from '../../../lib/api.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { PageSkeleton } from '../../../ui/Skeletons.tsx'
import { readPublicSearch } from './public-search.ts'
import { usePublicPage, visitorLanguage } from './use-public-page.ts'

interface Props {
  teamId: number
  dataViewId: number
  children(view: PublicView): ReactNode
}

export function PublicGate({ teamId, dataViewId, children }: Props) {
  const { t } = useTranslation(['publicViews'])
  const search = readPublicSearch(useSearch({ strict: false }) as Record<string, unknown>)
  const [own] = useState(visitorLanguage)
  const language = search.language ?? own
  const query = useApi(
    api.views.publicGet,
    { params: { teamId, dataViewId }, query: language ? { language } : {} },
    { staleTime: 60_000, retry: (count, error) => !isMissing(error) && count < 2 },
  )
  const isReady = usePublicPage(query.data, search)
  if (query.isPending) return <PageSkeleton />
  if (query.isError) {
    return (
      <main id="content">
        {isMissing(query.error) ? (
          <EmptyState glyph="eyeOff" title={t('noView')} text={t('noViewText')} />
        ) : (
          <ErrorState error={query.error} onRetry={query.refetch} />
        )}
      </main>
    )
  }
  return isReady ? children(query.data) : <PageSkeleton />
}

export const isMissing = (error: unknown): boolean => error instanceof ApiError && error.status === 404
