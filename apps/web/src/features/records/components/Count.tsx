/** How many records a list has; '≈' marks an estimate. */
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../lib/use-format.ts'
import type { RecordSource } from '../data/record-source.ts'

export function useTotal(source: RecordSource | null) {
  const [total, setTotal] = useState(source?.total ?? { count: null, isExact: false })
  useEffect(() => {
    if (!source) return
    setTotal(source.total)
    return source.subscribe(() =>
      setTotal((known) => {
        const next = source.total
        return known.count === next.count && known.isExact === next.isExact ? known : next
      }),
    )
  }, [source])
  return total
}

export function Count({ source }: { source: RecordSource }) {
  const { t } = useTranslation('records')
  const format = useFormat()
  const { count, isExact } = useTotal(source)
  if (count === null) return null
  const number = `${isExact ? '' : '≈ '}${format.number(count)}`
  return <span aria-live="polite">{t('list.count', { count, number })}</span>
}
