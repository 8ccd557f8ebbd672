/** How many records a view shows; '≈' marks an estimate. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../lib/use-format.ts'
import type { ViewSource } from '../../views/public.ts'

export function ViewCount({ source }: { source: ViewSource }) {
  const { t } = useTranslation('records')
  const format = useFormat()
  const { data } = useQuery({
    queryKey: [...source.key, 'count'],
    queryFn: ({ signal }) => source.query({ limit: 1, count: 'exact' }, signal),
    placeholderData: keepPreviousData,
  })
  if (!data || data.total === null) return null
  const number = `${data.totalIsExact ? '' : '≈ '}${format.number(data.total)}`
  return <span aria-live="polite">{t('list.count', { count: data.total, number })}</span>
}
