/** All statistics of a column, of the records that the list shows: counts, sums, dates, and its most frequent values. */
import type { DataField } from '@muster/contract/fields/fields.schema'
import { fieldType } from '@muster/contract/fields/types/index'
import { isTopValued } from '@muster/contract/records/aggregates'
import { useTranslation } from 'react-i18next'
import { api, useApi } from '../../../lib/api.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { PageSkeleton } from '../../../ui/Skeletons.tsx'
import styles from '../../../ui/shared.module.css'
import { FieldValue, fieldTitle, isEmptyValue, namedIn, useFieldContext } from '../../fields/public.ts'
import type { RecordSource } from '../data/record-source.ts'
import { sumFunctionsOf, sumLabelOf, sumText } from '../data/sums.ts'
import classes from './ColumnStats.module.css'

const mostValues = 10

export function ColumnStats({
  teamId,
  dataCollectionId,
  field,
  source,
  onClose,
}: {
  teamId: number
  dataCollectionId: number
  field: DataField
  source: RecordSource
  onClose(): void
}) {
  const { t } = useTranslation('records')
  const plain = useFieldContext()
  const { format } = plain
  const { filter, search } = source.query
  const ofList = { ...(filter ? { filter } : {}), ...(search ? { search } : {}) }
  const params = { teamId, dataCollectionId }
  const { columnName } = field
  const functions = sumFunctionsOf(field)
  const hasTop = isTopValued(fieldType(field.dataType))
  const all = useApi(api.records.aggregate, {
    params,
    body: {
      ...ofList,
      measures: [{ fn: 'count' }, ...functions.map((fn) => ({ fn, field: columnName }))],
    },
  })
  const top = useApi(
    api.records.aggregate,
    {
      params,
      body: {
        ...ofList,
        groupBy: [{ field: columnName }],
        measures: [{ fn: 'count' }],
        order: 'count',
        limit: mostValues + 1,
      },
    },
    { enabled: hasTop },
  )
  const context = useFieldContext(namedIn(top.data?.linked ?? {}, format.language))
  const values = all.data?.groups[0]?.values
  const total = Number(values?.[0] ?? 0)
  const found = (top.data?.groups ?? [])
    .filter(({ keys }) => !isEmptyValue(keys[0]))
    .slice(0, mostValues)
    .map(({ keys, values: [count] }) => ({ key: keys[0], count: Number(count ?? 0) }))
  const error = all.error ?? top.error
  return (
    <Dialog
      title={t('stats.title', { field: fieldTitle(field, format.language) })}
      onClose={onClose}
      width={480}
    >
      {error ? (
        <ErrorState error={error} onRetry={() => void Promise.all([all.refetch(), top.refetch()])} />
      ) : !values ? (
        <PageSkeleton />
      ) : (
        <>
          <p className={styles.note}>{t('stats.of', { count: total })}</p>
          <dl className={classes.facts}>
            {functions.map((fn, at) => (
              <div key={fn} className={classes.fact}>
                <dt>{t(`sums.${sumLabelOf(field, fn)}`)}</dt>
                <dd>{sumText(field, fn, values[at + 1] ?? null, context)}</dd>
              </div>
            ))}
          </dl>
          {found.length > 0 && (
            <>
              <h3 className={styles.title}>{t('stats.top')}</h3>
              <ol className={classes.top}>
                {found.map(({ key, count }) => (
                  <li key={JSON.stringify(key)} className={classes.value}>
                    <span className={styles.clipped}>
                      <FieldValue field={field} value={key} context={context} />
                    </span>
                    <span className={classes.count}>
                      {format.number(count)}
                      <span className={styles.muted}> {format.percent(total === 0 ? 0 : count / total)}</span>
                    </span>
                    <span
                      className={classes.bar}
                      aria-hidden="true"
                      style={{ inlineSize: `${total === 0 ? 0 : (100 * count) / total}%` }}
                    />
                  </li>
                ))}
              </ol>
            </>
          )}
        </>
      )}
    </Dialog>
  )
}
