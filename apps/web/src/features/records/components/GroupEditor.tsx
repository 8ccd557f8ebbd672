/** One to three fields to group records by. */
import { Button, Select } from '@mantine/core'
import type { DataField } from '@muster/contract/fields/fields.schema'
import { type DatePeriod, datePeriods } from '@muster/contract/records/records.schema'
import { useTranslation } from 'react-i18next'
import { currentLanguage } from '../../../lib/i18n.ts'
import { IconButton } from '../../../ui/IconButton.tsx'
import styles from '../../../ui/shared.module.css'
import { fieldTitle } from '../../fields/public.ts'
import { DirectionSwitch } from '../../filters/public.ts'
import { canGroupBy, type GroupField, groupedBy, hasPeriods, mostGroupFields } from '../data/groups.ts'
import classes from './GroupEditor.module.css'

export function GroupEditor({
  fields,
  value,
  onChange,
  onFoldAll,
}: {
  fields: readonly DataField[]
  value: readonly GroupField[]
  onChange(group: readonly GroupField[]): void
  onFoldAll(isFolded: boolean): void
}) {
  const { t } = useTranslation(['records', 'filters'])
  const choices = fields.filter(canGroupBy)
  const fieldOf = (name: string) => fields.find(({ columnName }) => columnName === name)
  const made = (name: string): GroupField => {
    const field = fieldOf(name)
    return field ? groupedBy(field) : { field: name, direction: 'asc' }
  }
  const options = (own: string | null) =>
    choices
      .filter(({ columnName }) => columnName === own || !value.some(({ field }) => field === columnName))
      .map((field) => ({ value: field.columnName, label: fieldTitle(field, currentLanguage()) }))
  const replace = (at: number, one: GroupField) => onChange(value.map((old, n) => (n === at ? one : old)))
  return (
    <div className={styles.stack8}>
      {value.length === 0 && <p className={styles.note}>{t('records:group.none')}</p>}
      {value.map((one, at) => (
        <div key={one.field} className={classes.row}>
          <Select
            size="xs"
            searchable
            openOnFocus={false}
            allowDeselect={false}
            aria-label={t(at === 0 ? 'records:group.by' : 'records:group.then')}
            data={options(one.field)}
            value={one.field}
            onChange={(field) => field && replace(at, made(field))}
          />
          {hasPeriods(fieldOf(one.field)) && (
            <Select
              size="xs"
              allowDeselect={false}
              className={classes.period}
              aria-label={t('records:group.period')}
              data={datePeriods.map((period) => ({
                value: period,
                label: t(`records:group.periods.${period}`),
              }))}
              value={one.period ?? 'day'}
              onChange={(period) => period && replace(at, { ...one, period: period as DatePeriod })}
            />
          )}
          <DirectionSwitch
            label={t('records:group.direction')}
            value={one.direction}
            onChange={(direction) => replace(at, { ...one, direction })}
          />
          <IconButton
            glyph="close"
            size={28}
            label={t('records:group.remove')}
            onClick={() => onChange(value.filter((_, n) => n !== at))}
          />
        </div>
      ))}
      <div className={classes.foot}>
        {value.length < mostGroupFields && (
          <Select
            size="xs"
            searchable
            className={classes.add}
            placeholder={t('records:group.add')}
            aria-label={t('records:group.add')}
            data={options(null)}
            value={null}
            onChange={(field) => field && onChange([...value, made(field)])}
          />
        )}
        {value.length > 0 && (
          <>
            <Button size="xs" variant="subtle" color="gray" onClick={() => onFoldAll(true)}>
              {t('records:group.foldAll')}
            </Button>
            <Button size="xs" variant="subtle" color="gray" onClick={() => onFoldAll(false)}>
              {t('records:group.openAll')}
            </Button>
            <Button size="xs" variant="subtle" color="gray" onClick={() => onChange([])}>
              {t('records:group.clear')}
            </Button>
          </>
        )}
      </div>
    </div>
  )
}
