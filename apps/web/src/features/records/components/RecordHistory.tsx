/** The history of a record, newest first: who, when, each value before and after; a value can be restored. */

import { Button } from '@mantine/core'
import type { DataField } from '@muster/contract/fields/fields.schema'
import type { LogEvent } from '@muster/contract/operations/operations.schema'
import type { RecordDetail } from '@muster/contract/records/records.schema'
import { useInfiniteQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { api, call, queryKeyOf } from '../../../lib/api.ts'
import { useFormat } from '../../../lib/use-format.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import hidden from '../../../ui/hidden.module.css'
import { TableSkeleton } from '../../../ui/Skeletons.tsx'
import styles from '../../../ui/shared.module.css'
import {
  type FieldContext,
  FieldValue,
  fieldTitle,
  isEmptyValue,
  useFieldContext,
} from '../../fields/public.ts'
import { recordEdits } from '../data/record-writes.ts'
import classes from './RecordHistory.module.css'

const pageSize = 50

export function RecordHistory({
  teamId,
  record,
  fields,
  isReadOnly,
}: {
  teamId: number
  record: RecordDetail
  fields: readonly DataField[]
  isReadOnly: boolean
}) {
  const { t } = useTranslation(['records', 'common'])
  const params = { teamId, dataRecordId: record.id }
  const query = useInfiniteQuery({
    queryKey: [...queryKeyOf(api.records.logEvents, { params }), 'pages'],
    initialPageParam: undefined as number | undefined,
    queryFn: ({ pageParam, signal }) =>
      call(
        api.records.logEvents,
        { params, query: { limit: pageSize, ...(pageParam === undefined ? {} : { before: pageParam }) } },
        { signal },
      ),
    getNextPageParam: ({ items }) => (items.length < pageSize ? undefined : items.at(-1)?.operationId),
  })
  const linked = useMemo(
    () => Object.assign({}, record.linked, ...(query.data?.pages ?? []).map((page) => page.linked)),
    [query.data, record.linked],
  )
  const context = useFieldContext(linked)
  if (query.isError) return <ErrorState error={query.error} onRetry={() => query.refetch()} />
  if (query.isPending) return <TableSkeleton columns={2} />
  const events = query.data.pages.flatMap((page) => page.items)
  if (events.length === 0) return <EmptyState glyph="history" title={t('records:history.empty')} />
  return (
    <>
      <ol className={classes.events}>
        {events.map((event) => (
          <li key={event.operationId} className={classes.event}>
            <Head event={event} />
            <Changes event={event}>
              {event.changes.map((change) => (
                <ChangeRow
                  key={change.field}
                  teamId={teamId}
                  record={record}
                  change={change}
                  isFirst={event.type === 'created'}
                  field={fields.find((one) => one.columnName === change.field)}
                  context={context}
                  isReadOnly={isReadOnly}
                />
              ))}
            </Changes>
          </li>
        ))}
      </ol>
      {query.hasNextPage && (
        <Button
          variant="default"
          loading={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          {t('common:showMore')}
        </Button>
      )}
    </>
  )
}

/** Initial values are shown on demand. */
function Changes({ event, children }: { event: LogEvent; children: ReactNode }) {
  const { t } = useTranslation('records')
  const { length: count } = event.changes
  if (count === 0) return null
  if (event.type !== 'created') return <ul className={classes.changes}>{children}</ul>
  return (
    <details className={classes.details}>
      <summary>{t('history.values', { count })}</summary>
      <ul className={classes.changes}>{children}</ul>
    </details>
  )
}

function Head({ event }: { event: LogEvent }) {
  const { t } = useTranslation(['records'])
  const format = useFormat()
  const isUndo = event.kind === 'undo'
  return (
    <p className={classes.head}>
      <strong>{event.by?.name ?? t(`records:history.actor.${event.actor ?? 'system'}`)}</strong>{' '}
      {t(`records:history.${event.type}`)}
      {isUndo && ` ${t('records:history.byUndo')}`}
      {event.kind === 'import' && ` ${t('records:history.byImport')}`}
      <time dateTime={event.at} title={format.fullDateTime(event.at)} className={classes.time}>
        {format.relative(event.at)}, {format.time(event.at)}
      </time>
    </p>
  )
}

function ChangeRow({
  teamId,
  record,
  change,
  isFirst,
  field,
  context,
  isReadOnly,
}: {
  teamId: number
  record: RecordDetail
  change: LogEvent['changes'][number]
  /** The initial value: there was none before. */
  isFirst: boolean
  field: DataField | undefined
  context: FieldContext
  isReadOnly: boolean
}) {
  const { t } = useTranslation(['records', 'common'])
  if (!field) return null
  const title = fieldTitle(field, context.format.language)
  const now = record.values[field.columnName] ?? null
  const isNow = JSON.stringify(change.before ?? null) === JSON.stringify(now)
  return (
    <li className={classes.change} data-first={isFirst || undefined}>
      <span className={classes.field}>{title}</span>
      {!isFirst && (
        <>
          <span className={classes.before}>
            <span className={hidden.hidden}>{t('records:history.before')}</span>
            <Value field={field} value={change.before} context={context} />
          </span>
          <span aria-hidden="true" className={classes.arrow}>
            →
          </span>
        </>
      )}
      <span className={classes.after}>
        <span className={hidden.hidden}>{t('records:history.after')}</span>
        <Value field={field} value={change.after} context={context} />
      </span>
      {!isFirst && !isReadOnly && field.canUpdate && !isNow && (
        <Button
          size="compact-xs"
          variant="subtle"
          className={classes.restore}
          aria-label={t('records:history.restoreField', { field: title })}
          onClick={() =>
            recordEdits(teamId).set(record.id, field.columnName, change.before ?? null, now, record.version)
          }
        >
          {t('common:restore')}
        </Button>
      )}
    </li>
  )
}

function Value({ field, value, context }: { field: DataField; value: unknown; context: FieldContext }) {
  const { t } = useTranslation('records')
  if (isEmptyValue(value)) return <span className={styles.muted}>{t('edit.empty')}</span>
  return <FieldValue field={field} value={value} context={context} variant="block" />
}
