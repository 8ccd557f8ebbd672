/** The audit log as a list, newest first, with what narrows it, its details and its file. */
import { Button } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import type { AuditEvent, AuditPerson } from '@muster/contract/audit/audit.api'
import type { AuditSubject } from '@muster/contract/audit/audit.schema'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../lib/use-format.ts'
import { DataTable, type DataTableColumn } from '../../../ui/DataTable.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { Glyph } from '../../../ui/Glyph.tsx'
import { PageBody } from '../../../ui/Page.tsx'
import { PageHeader } from '../../../ui/PageHeader.tsx'
import { AuditFilters, rangeOf, useNarrowing } from './AuditFilters.tsx'
import classes from './AuditLog.module.css'
import { EventDrawer } from './EventDrawer.tsx'
import { eventTitle } from './event-title.ts'

interface Query {
  subject?: AuditSubject
  search?: string
  userId?: string
  from?: string
  to?: string
}

const searchDelayMs = 250

export function AuditLog({
  isOfSystem = false,
  queryKey,
  read,
  exportUrl,
  people,
}: {
  isOfSystem?: boolean
  queryKey: readonly unknown[]
  read(
    query: Query & { before?: number },
    signal: AbortSignal,
  ): Promise<{ items: AuditEvent[]; hasMore: boolean }>
  exportUrl(query: Query): string
  /** Who can be chosen; none until they are read. */
  people: readonly AuditPerson[] | undefined
}) {
  const { t } = useTranslation(['audit', 'common'])
  const format = useFormat()
  const { narrowing, narrow } = useNarrowing()
  const { subject, userId } = narrowing
  const [search] = useDebouncedValue(narrowing.text.trim(), searchDelayMs)
  const [open, setOpen] = useState<AuditEvent | null>(null)
  const query: Query = {
    ...(subject && { subject }),
    ...(search && { search }),
    ...(userId && { userId }),
    ...rangeOf(narrowing, format.timeZone),
  }
  const found = useInfiniteQuery({
    queryKey: [...queryKey, 'pages', query],
    queryFn: ({ pageParam, signal }) =>
      read({ ...query, ...(pageParam === null ? {} : { before: pageParam }) }, signal),
    initialPageParam: null as number | null,
    getNextPageParam: ({ items, hasMore }) => (hasMore ? (items.at(-1)?.id ?? null) : null),
    placeholderData: keepPreviousData,
  })
  const rows = useMemo(() => found.data?.pages.flatMap(({ items }) => items), [found.data])
  const columns: DataTableColumn<AuditEvent>[] = [
    {
      key: 'at',
      title: t('at'),
      width: 190,
      render: ({ at }) => (
        <time dateTime={at} title={format.fullDateTime(at)}>
          {format.dateTime(at)}
        </time>
      ),
    },
    {
      key: 'by',
      title: t('by'),
      width: 180,
      render: ({ by }) => (by ? by.name || t('formerUser') : t('system')),
      isMinor: true,
    },
    ...(isOfSystem
      ? [{ key: 'team', title: t('team'), render: ({ team }: AuditEvent) => team?.name ?? '', isMinor: true }]
      : []),
    {
      key: 'what',
      title: t('what'),
      render: (event) => (
        <button type="button" className={classes.what} onClick={() => setOpen(event)}>
          {eventTitle(t, event)} <strong>{event.subjectName}</strong>
        </button>
      ),
    },
  ]
  return (
    <>
      <PageHeader
        title={t('title')}
        glyph="history"
        action={
          <Button
            component="a"
            href={exportUrl(query)}
            download
            variant="default"
            leftSection={<Glyph name="download" />}
          >
            {t('export')}
          </Button>
        }
      />
      <PageBody isWide>
        <AuditFilters narrowing={narrowing} onNarrow={narrow} people={people ?? []} />
        <DataTable
          label={t('title')}
          rows={rows}
          rowKey={({ id }) => id}
          columns={columns}
          isLoading={found.isPending}
          error={found.error}
          onRetry={found.refetch}
          onMore={found.hasNextPage ? () => found.fetchNextPage() : undefined}
          isLoadingMore={found.isFetchingNextPage}
          empty={<EmptyState glyph="history" title={t('none')} />}
        />
      </PageBody>
      {open && <EventDrawer event={open} onClose={() => setOpen(null)} />}
    </>
  )
}
