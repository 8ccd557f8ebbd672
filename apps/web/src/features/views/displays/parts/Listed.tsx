/** A page of records, or the state in its place: loading, failed, empty. */
import type { DataRecord } from '@muster/contract/records/records.schema'
import { type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../../../ui/EmptyState.tsx'
import { ErrorState } from '../../../../ui/ErrorState.tsx'
import { type FieldContext, fieldContextOf } from '../../../fields/public.ts'
import { Pager } from './Pager.tsx'
import classes from './parts.module.css'
import type { DisplayProps } from './props.ts'
import { usePages } from './use-pages.ts'
import { useSteady } from './use-steady.ts'

export function Listed({
  source,
  display,
  context,
  limit = display.options.pageSize,
  skeleton,
  children,
}: Omit<DisplayProps, 'label'> & {
  limit?: number
  skeleton: ReactNode
  children(records: readonly DataRecord[], context: FieldContext): ReactNode
}) {
  const { t } = useTranslation('views')
  const pages = usePages(source, limit)
  const steady = useSteady(source, display)
  const { data } = pages
  const named = useMemo(() => fieldContextOf(context, data?.linked), [context, data])
  if (pages.error && !data)
    return <ErrorState error={pages.error} title={t('display.failed')} onRetry={pages.refetch} />
  if (!data) return skeleton
  if (data.items.length === 0) return <EmptyState glyph="search" title={t('display.none')} />
  return (
    <div className={classes.listed} aria-busy={pages.isTurning || undefined}>
      {children(data.items.map(steady), named)}
      <Pager pages={pages} count={data.items.length} />
    </div>
  )
}
