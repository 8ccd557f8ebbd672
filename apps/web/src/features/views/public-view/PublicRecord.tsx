/** One record of a public view; if it is missing, the view sets a redirect or a message. */
import { VisuallyHidden } from '@mantine/core'
import { useParams, useSearch } from '@tanstack/react-router'
import { useEffect, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { api, useApi } from '../../../lib/api.ts'
import { AppLink } from '../../../ui/AppLink.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { FormSkeleton } from '../../../ui/Skeletons.tsx'
import { fieldContextOf } from '../../fields/public.ts'
import { RecordDetail } from '../displays/detail/RecordDetail.tsx'
import classes from './Public.module.css'
import { PublicFrame } from './PublicFrame.tsx'
import { isMissing, PublicGate } from './PublicGate.tsx'
import { PublicReader } from './PublicReader.tsx'
import { usePublicContext } from './public-context.ts'
import { type PublicSearch, readPublicSearch } from './public-search.ts'
import type { OpenView as View } from './public-source.ts'
import { publicDisplay, publicPath, publicSource } from './public-source.ts'

export function PublicRecord() {
  const { teamId, publicKey = '', record } = useParams({ strict: false }) as Record<string, string>
  return (
    <PublicGate teamId={Number(teamId)} publicKey={publicKey}>
      {(view) => <Shown teamId={Number(teamId)} view={view} record={record ?? ''} />}
    </PublicGate>
  )
}

function Shown({ teamId, view, record }: { teamId: number; view: View; record: string }) {
  const { t } = useTranslation(['publicViews'])
  const search = readPublicSearch(useSearch({ strict: false }) as Record<string, unknown>)
  const query = useApi(
    api.views.publicRecord,
    { params: { teamId, publicKey: view.publicKey, record }, query: { language: view.language } },
    { retry: (count, error) => !isMissing(error) && count < 2 },
  )
  const reader = usePublicContext(teamId, view)
  const context = useMemo(() => fieldContextOf(reader, query.data?.linked), [reader, query.data])
  const display = useMemo(() => publicDisplay(view), [view])
  const one = query.data?.items[0]
  const isGone = query.isError ? isMissing(query.error) : query.isSuccess && !one
  const elsewhere = isGone ? view.missingRecordRedirectUrl : ''
  useEffect(() => {
    if (elsewhere) location.replace(elsewhere)
  }, [elsewhere])
  const name = one?.name
  useEffect(() => {
    if (name) document.title = `${name} · ${view.title}`
  }, [name, view.title])
  // On its own page a record's name is no link.
  const source = {
    ...publicSource({ teamId, view, filters: {}, search: '', kept: {} }),
    recordUrl: () => null,
  }

  return (
    <PublicReader teamId={teamId} view={view}>
      <PublicFrame view={view} isEmbedded={search.embed === 1}>
        <VisuallyHidden component="h1">{view.title}</VisuallyHidden>
        <AppLink href={backTo(teamId, view, search)} className={`${classes.back} view-back`}>
          {t('back', { title: view.title })}
        </AppLink>
        {one ? (
          <RecordDetail record={one} source={source} display={display} context={context} heading="h1" />
        ) : elsewhere || query.isPending ? (
          <FormSkeleton />
        ) : isGone ? (
          <EmptyState glyph="search" title={view.missingRecordMessage || t('noRecord')} />
        ) : (
          <ErrorState error={query.error} onRetry={query.refetch} />
        )}
      </PublicFrame>
    </PublicReader>
  )
}

function backTo(teamId: number, view: View, { language, embed, theme }: PublicSearch): string {
  const kept = Object.entries({ language, embed, theme }).flatMap(([name, value]) =>
    value ? [[name, String(value)]] : [],
  )
  const query = new URLSearchParams(kept)
  return `${publicPath(teamId, view.publicKey)}${query.size > 0 ? `?${query}` : ''}`
}
