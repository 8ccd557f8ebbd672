/** Several keys to sort by, the first one first. */

import { Button, Select } from '@mantine/core'
import type { DataField } from '@muster/contract/fields/fields.schema'
import type { Sort } from '@muster/contract/filters/ast'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../ui/IconButton.tsx'
import styles from '../../ui/shared.module.css'
import { DirectionSwitch } from './DirectionSwitch.tsx'
import classes from './SortEditor.module.css'
import { choicesOf, isSortable, offered } from './subjects.ts'

const most = 10

export function SortEditor({
  fields,
  value,
  onChange,
}: {
  fields: readonly DataField[]
  value: Sort
  onChange(sort: Sort): void
}) {
  const { t } = useTranslation(['filters', 'common', 'errors'])
  const choices = useMemo(() => choicesOf(fields, t).filter(isSortable), [fields, t])
  const used = new Set(value.map(({ field }) => field))
  const options = (own: string | null) =>
    offered(choices, own)
      .filter(({ name }) => name === own || !used.has(name))
      .map(({ name, title }) => ({ value: name, label: title }))
  const replace = (at: number, key: Sort[number]) => onChange(value.with(at, key))
  const move = (at: number, by: number) => {
    const [key] = value.slice(at, at + 1)
    const others = value.filter((_, i) => i !== at)
    if (key) onChange(others.toSpliced(at + by, 0, key))
  }
  return (
    <div className={styles.stack8}>
      {value.length === 0 && <p className={styles.note}>{t('filters:sort.empty')}</p>}
      {value.map((key, at) => (
        <div key={key.field} className={classes.row}>
          <Select
            size="xs"
            searchable
            allowDeselect={false}
            aria-label={at === 0 ? t('filters:sort.by') : t('filters:sort.then')}
            data={options(key.field)}
            value={key.field}
            onChange={(field) => field && replace(at, { ...key, field })}
          />
          <DirectionSwitch
            label={t('filters:sort.direction')}
            value={key.direction}
            onChange={(direction) => replace(at, { ...key, direction })}
          />
          <IconButton
            glyph="arrowUp"
            size={28}
            label={t('filters:sort.up')}
            disabled={at === 0}
            onClick={() => move(at, -1)}
          />
          <IconButton
            glyph="arrowDown"
            size={28}
            label={t('filters:sort.down')}
            disabled={at === value.length - 1}
            onClick={() => move(at, 1)}
          />
          <IconButton
            glyph="close"
            size={28}
            label={t('filters:sort.remove')}
            onClick={() => onChange(value.filter((_, i) => i !== at))}
          />
        </div>
      ))}
      <div className={classes.foot}>
        {value.length < most && (
          <Select
            // A new one for the next key: it would go on showing what was chosen last.
            key={value.length}
            size="xs"
            searchable
            className={classes.add}
            placeholder={t('filters:sort.add')}
            aria-label={t('filters:sort.add')}
            data={options(null)}
            value={null}
            onChange={(field) => field && onChange([...value, { field, direction: 'asc' }])}
          />
        )}
        {value.length > 0 && (
          <Button size="xs" variant="subtle" color="gray" onClick={() => onChange([])}>
            {t('filters:sort.clear')}
          </Button>
        )}
      </div>
    </div>
  )
}
