/** How the number of records compares with that of last month to date. */
import { VisuallyHidden } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { api, useApi } from '../../../lib/api.ts'
import { useFormat } from '../../../lib/use-format.ts'
import { Glyph } from '../../../ui/Glyph.tsx'
import classes from './RecordsChange.module.css'

/** Empty while unknown, and where there is nothing to compare. */
export function RecordsChange({ teamId }: { teamId: number }) {
  const { t } = useTranslation(['teams'])
  const format = useFormat()
  const { data } = useApi(api.records.statCards, { params: { teamId } })
  if (!data?.records) return null
  const { now, lastMonth } = data.records
  if (now === 0 && lastMonth === 0) return null
  if (lastMonth === 0) {
    return (
      <p className={classes.change}>
        {t('dashboard.versus.new', { count: now, records: format.number(now) })}
      </p>
    )
  }
  if (now === lastMonth) {
    return (
      <p className={classes.change}>
        <strong>{t('dashboard.versus.same')}</strong> {t('dashboard.versus.label')}
      </p>
    )
  }
  const ratio = (now - lastMonth) / lastMonth
  const percent = format.percentChange(Math.abs(ratio), false)
  return (
    <p className={classes.change}>
      <span aria-hidden="true">
        <strong className={ratio > 0 ? classes.more : classes.fewer}>
          <Glyph name={ratio > 0 ? 'arrowUp' : 'arrowDown'} size={12} />
          {format.percentChange(ratio)}
        </strong>{' '}
        {t('dashboard.versus.label')}
      </span>
      <VisuallyHidden>
        {ratio > 0 ? t('dashboard.versus.more', { percent }) : t('dashboard.versus.fewer', { percent })}
      </VisuallyHidden>
    </p>
  )
}
