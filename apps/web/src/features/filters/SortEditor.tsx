/** Several keys to sort by, the first one first. */

import { ActionIcon, Button, SegmentedControl, Select } from '@mantine/core'
import type { DataField } from '@muster/contract/fields/fields.schema'
import type { Sort } from '@muster/contract/filters/ast'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Glyph, type GlyphName } from '../../ui/Glyph.tsx'
import classes from './SortEditor.module.css'
import { choicesOf, isSortable } from './subjects.ts'

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
    choices
      .filter(({ name }) => name === own || !used.has(name))
      .map(({ name, title }) => ({ value: name, label: title }))
  const replace = (at: number, key: Sort[number]) => onChange(value.with(at, key))
  const move = (at: number, by: number) => {
    const [key] = value.slice(at, at + 1)
    const others = value.filter((_, i) => i !== at)
    if (key) onChange(others.toSpliced(at + by, 0, key))
  }
  return (
    <div className={classes.sort}>
      {value.length === 0 && <p className={classes.empty}>{t('filters:sort.empty')}</p>}
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
          <SegmentedControl
            size="xs"
            aria-label={t('filters:sort.direction')}
            data={[
              { value: 'asc', label: t('filters:sort.asc') },
              { value: 'desc', label: t('filters:sort.desc') },
            ]}
            value={key.direction}
            onChange={(direction) => replace(at, { ...key, direction: direction as 'asc' | 'desc' })}
          />
          <Tool
            glyph="arrowUp"
            label={t('filters:sort.up')}
            isDisabled={at === 0}
            onClick={() => move(at, -1)}
          />
          <Tool
            glyph="arrowDown"
            label={t('filters:sort.down')}
            isDisabled={at === value.length - 1}
            onClick={() => move(at, 1)}
          />
          <Tool
            glyph="close"
            label={t('filters:sort.remove')}
            onClick={() => onChange(value.filter((_, i) => i !== at))}
          />
        </div>
      ))}
      <div className={classes.foot}>
        {value.length < most && (
          <Select
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

function Tool(props: { glyph: GlyphName; label: string; isDisabled?: boolean; onClick: () => void }) {
  return (
    <ActionIcon
      size={28}
      aria-label={props.label}
      title={props.label}
      disabled={props.isDisabled}
      onClick={props.onClick}
    >
      <Glyph name={props.glyph} size={14} />
    </ActionIcon>
  )
}
