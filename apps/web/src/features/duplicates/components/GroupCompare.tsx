/** Records side by side: choose the survivor and a value for each field, then merge. */
import { Button, Checkbox } from '@mantine/core'
import type { DataCollection } from '@muster/contract/collections/collections.schema'
import { maxMerged } from '@muster/contract/duplicates/duplicates.schema'
import type { OperationRef } from '@muster/contract/operations/operations.schema'
import type { DataRecord } from '@muster/contract/records/records.schema'
import { type ReactNode, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, api, call, useApi } from '../../../lib/api.ts'
import { useErrorText } from '../../../lib/errors.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { Glyph } from '../../../ui/Glyph.tsx'
import { TableSkeleton } from '../../../ui/Skeletons.tsx'
import { useFieldContext } from '../../fields/public.ts'
import { type Choice, choiceOf, choicesToSend, differs } from '../compare.ts'
import classes from './Compare.module.css'
import { CompareHead } from './CompareHead.tsx'
import { CompareRow } from './CompareRow.tsx'

/** More than this cannot be compared side by side; the rest stays in the list. */
export const maxSideBySide = 12

export function GroupCompare({
  teamId,
  collection,
  recordIds,
  onMerged,
  tools,
}: {
  teamId: number
  collection: DataCollection
  recordIds: readonly number[]
  onMerged(operation: OperationRef, count: number): void
  /** Further actions for the group, beside the button. */
  tools?: ReactNode
}) {
  const ids = recordIds.slice(0, Math.min(maxMerged, maxSideBySide))
  const query = useApi(api.records.query, {
    params: { teamId, dataCollectionId: collection.id },
    body: {
      filter: { or: ids.map((id) => ({ field: '@id', op: 'is' as const, value: id })) },
      sort: [],
      limit: maxMerged,
      deleted: false,
      count: 'none',
    },
  })
  const { t } = useTranslation('duplicates')
  if (query.isLoadingError) return <ErrorState error={query.error} onRetry={() => query.refetch()} />
  if (!query.data) return <TableSkeleton />
  if (query.data.items.length < 2)
    return (
      <>
        <EmptyState glyph="check" title={t('resolvedTitle')} text={t('resolvedText')} />
        {tools && <div className={classes.alone}>{tools}</div>}
      </>
    )
  return (
    <Compare
      teamId={teamId}
      collection={collection}
      records={query.data.items}
      linked={query.data.linked}
      more={recordIds.length - ids.length}
      onStale={() => query.refetch()}
      onMerged={onMerged}
      tools={tools}
    />
  )
}

function Compare({
  teamId,
  collection,
  records: all,
  linked,
  more,
  onStale,
  onMerged,
  tools,
}: {
  teamId: number
  collection: DataCollection
  records: readonly DataRecord[]
  linked: Parameters<typeof useFieldContext>[0]
  more: number
  onStale(): Promise<unknown>
  onMerged(operation: OperationRef, count: number): void
  tools: ReactNode
}) {
  const { t } = useTranslation(['duplicates', 'errors'])
  const errorText = useErrorText()
  const context = useFieldContext(linked)
  const [leftOut, setLeftOut] = useState<ReadonlySet<number>>(new Set())
  const [kept, setKept] = useState<number | null>(null)
  const [chosen, setChosen] = useState<Readonly<Record<string, Choice>>>({})
  const [onlyDifferences, setOnlyDifferences] = useState(true)
  const [isMerging, setMerging] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const records = useMemo(() => all.filter(({ id }) => !leftOut.has(id)), [all, leftOut])
  // The oldest record's address is the best known.
  const oldest = Math.min(...records.map(({ id }) => id))
  const survivorId = records.some(({ id }) => id === kept) ? (kept as number) : oldest
  const fields = collection.DataFields
  const shown = fields.filter((field) => !onlyDifferences || differs(field, records))

  const merge = async () => {
    setMerging(true)
    setProblem(null)
    try {
      const { operation } = await call(api.duplicates.merge, {
        params: { teamId, dataCollectionId: collection.id },
        body: {
          survivorId,
          records: records.map(({ id, version }) => ({ id, version })),
          choices: choicesToSend(fields, records, survivorId, chosen),
        },
      })
      onMerged(operation, records.length)
    } catch (error) {
      const isConflict = error instanceof ApiError && error.code === 'version_conflict'
      setProblem(isConflict ? t('duplicates:changedMeanwhile') : errorText(error))
      if (isConflict) await onStale()
      setMerging(false)
    }
  }

  return (
    <div className={classes.compare}>
      <div className={classes.bar}>
        <Button
          leftSection={<Glyph name="check" />}
          loading={isMerging}
          disabled={records.length < 2}
          onClick={() => void merge()}
        >
          {t('duplicates:merge', { count: records.length })}
        </Button>
        {tools}
        <Checkbox
          className={classes.only}
          label={t('duplicates:onlyDifferences')}
          checked={onlyDifferences}
          onChange={(event) => setOnlyDifferences(event.currentTarget.checked)}
        />
      </div>
      {problem && (
        <p className={classes.problem} role="alert">
          {problem}
        </p>
      )}
      {more > 0 && <p className={classes.more}>{t('duplicates:tooMany', { count: more })}</p>}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section className={classes.scroll} tabIndex={0} aria-label={t('duplicates:sideBySide')}>
        <table className={classes.table}>
          <CompareHead
            teamId={teamId}
            records={all}
            survivorId={survivorId}
            leftOut={leftOut}
            onKeep={setKept}
            onLeaveOut={(id, isOut) =>
              setLeftOut((now) => {
                const next = new Set(now)
                if (isOut) next.add(id)
                else next.delete(id)
                return next
              })
            }
          />
          <tbody>
            {shown.map((field) => (
              <CompareRow
                key={field.id}
                field={field}
                records={all}
                leftOut={leftOut}
                isDifferent={differs(field, records)}
                choice={field.canUpdate ? choiceOf(field, records, survivorId, chosen) : survivorId}
                context={context}
                onChoose={(choice) => setChosen((now) => ({ ...now, [field.columnName]: choice }))}
              />
            ))}
          </tbody>
        </table>
        {shown.length === 0 && <p className={classes.same}>{t('duplicates:allSame')}</p>}
      </section>
    </div>
  )
}
