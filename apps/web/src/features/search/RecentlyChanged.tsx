/** Records by their last change, grouped by day; older ones load on scroll. */
import { Avatar, Select } from '@mantine/core'
import { logEventTypes, type RecentChange } from '@muster/contract/operations/operations.schema'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, call, queryKeyOf } from '../../lib/api.ts'
import { useFormat } from '../../lib/use-format.ts'
import { AppLink } from '../../ui/AppLink.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { TableSkeleton } from '../../ui/Skeletons.tsx'
import { VirtualRows } from '../../ui/VirtualRows.tsx'
import { WorkPage } from '../../ui/WorkPage.tsx'
import { Chip, useCollections } from '../fields/public.ts'
import { useUndoKeys } from '../operations/public.ts'
import { useTeamId } from '../teams/public.ts'
import classes from './RecentlyChanged.module.css'

const pageSize = 60
const rowHeight = 48
const dayHeight = 40

type Row = { day: string; title: string; note: string } | RecentChange

export function RecentlyChanged() {
  const { t } = useTranslation(['search', 'records', 'common', 'shell', 'teams'])
  const teamId = useTeamId()
  const [type, setType] = useState<string | null>(null)
  const query = useChanges(teamId, type)
  useUndoKeys(teamId)
  const changes = useMemo(() => query.data?.pages.flatMap(({ items }) => items) ?? [], [query.data])
  const types = logEventTypes.map((value) => ({ value, label: t(`records:recent.${value}`) }))
  const isEmpty = changes.length === 0 && !query.hasNextPage
  return (
    <WorkPage>
      <PageHeader title={t('shell:nav.recent')} glyph="clock" />
      <div className={classes.tools}>
        <Select
          size="xs"
          w={260}
          maw="100%"
          clearable
          aria-label={t('what')}
          placeholder={t('allTypes')}
          data={types}
          value={type}
          onChange={setType}
        />
      </div>
      {query.isPending ? (
        <TableSkeleton />
      ) : query.isError && changes.length === 0 ? (
        <ErrorState error={query.error} title={t('teams:dashboard.error.changes')} onRetry={query.refetch} />
      ) : isEmpty ? (
        <EmptyState glyph="clock" title={t('teams:dashboard.noChanges')} />
      ) : (
        <Changes
          changes={changes}
          hasMore={query.hasNextPage}
          isLoading={query.isFetchingNextPage}
          isFailed={query.isFetchNextPageError}
          onMore={() => void query.fetchNextPage()}
        />
      )}
    </WorkPage>
  )
}

function useChanges(teamId: number, type: string | null) {
  const kind = logEventTypes.find((one) => one === type)
  return useInfiniteQuery({
    queryKey: [...queryKeyOf(api.operations.recentChanges, { params: { teamId } }), 'pages', type],
    queryFn: ({ pageParam, signal }) =>
      call(
        api.operations.recentChanges,
        {
          params: { teamId },
          query: {
            limit: pageSize,
            ...(kind ? { type: kind } : {}),
            ...(pageParam ? { cursor: pageParam } : {}),
          },
        },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  })
}

function Changes({
  changes,
  hasMore,
  isLoading,
  isFailed,
  onMore,
}: {
  changes: readonly RecentChange[]
  hasMore: boolean
  isLoading: boolean
  isFailed: boolean
  onMore(): void
}) {
  const { t } = useTranslation(['search', 'common', 'shell', 'teams'])
  const format = useFormat()
  const rows = useMemo(() => {
    const made: Row[] = []
    let last = ''
    for (const change of changes) {
      const day = format.date(change.at)
      if (day !== last) {
        const relative = format.relative(change.at)
        made.push({ day, title: relative, note: relative === day ? '' : day })
      }
      last = day
      made.push(change)
    }
    return made
  }, [changes, format])
  return (
    <VirtualRows
      label={t('shell:nav.recent')}
      className={classes.scroll}
      rows={rows}
      keyOf={keyOf}
      heightOf={(row) => ('day' in row ? dayHeight : rowHeight)}
      hasMore={hasMore && !isLoading && !isFailed}
      onMore={onMore}
      footer={
        <p className={classes.end} role="status">
          {isFailed ? t('teams:dashboard.error.changes') : hasMore ? t('loadingMore') : t('end')}
          {isFailed && (
            <button type="button" className={classes.retry} onClick={onMore}>
              {t('common:retry')}
            </button>
          )}
        </p>
      }
    >
      {(row) =>
        'day' in row ? (
          <h2 className={classes.day}>
            <span className={classes.relative}>{row.title}</span>{' '}
            <span className={classes.note}>{row.note}</span>
          </h2>
        ) : (
          <Change change={row} />
        )
      }
    </VirtualRows>
  )
}

const keyOf = (row: Row): string => ('day' in row ? row.day : `${row.recordId}`)

function Change({ change }: { change: RecentChange }) {
  const { t } = useTranslation(['search', 'records'])
  const format = useFormat()
  const teamId = useTeamId()
  const collection = useCollections(teamId).find((one) => one.id === change.dataCollectionId)
  return (
    <AppLink href={`/team-${teamId}/data-records/${change.recordId}`} className={classes.change}>
      <span className={classes.name}>
        {change.avatar && <Avatar src={change.avatar} size={20} alt="" />}
        <span className={classes.text}>{change.name || t('records:record.unnamed')}</span>
      </span>
      <span className={classes.what}>
        {t(`kind.${change.kind}`)} {change.by ? t('by', { name: change.by.name }) : ''}
      </span>
      {collection && (
        <span className={classes.collection}>
          <Chip text={collection.pluralName} icon={collection.icon} />
        </span>
      )}
      <time dateTime={change.at} title={format.fullDateTime(change.at)} className={classes.time}>
        {format.time(change.at)}
      </time>
    </AppLink>
  )
}
