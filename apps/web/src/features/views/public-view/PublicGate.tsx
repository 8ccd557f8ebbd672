/** Loads a public view, and shows a message where there is none. */
import { useSearch } from '@tanstack/react-router'
import { type ReactNode, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, api, useApi } from '../../../lib/api.ts'
import { visitorLanguage } from '../../../lib/public-page.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { PageSkeleton } from '../../../ui/Skeletons.tsx'
import { readPublicSearch } from './public-search.ts'
import { type OpenView, openViewOf } from './public-source.ts'
import { usePublicPage } from './use-public-page.ts'

interface Props {
  teamId: number
  publicKey: string
  children(view: OpenView): ReactNode
}

export function PublicGate({ teamId, publicKey, children }: Props) {
  const { t } = useTranslation(['publicViews'])
  const search = readPublicSearch(useSearch({ strict: false }) as Record<string, unknown>)
  const [own] = useState(visitorLanguage)
  const language = search.language ?? own
  const query = useApi(
    api.views.publicGet,
    { params: { teamId, publicKey }, query: language ? { language } : {} },
    { staleTime: 60_000, retry: (count, error) => !isMissing(error) && count < 2 },
  )
  const view = useMemo(() => query.data && openViewOf(query.data), [query.data])
  const isReady = usePublicPage(view, search)
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
  return isReady && view ? children(view) : <PageSkeleton />
}

export const isMissing = (error: unknown): boolean => error instanceof ApiError && error.status === 404
