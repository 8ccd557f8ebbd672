/** Search and filter fields of a public view. */
import { Button, MultiSelect, NumberInput, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Glyph } from '../../../ui/Glyph.tsx'
import classes from './Public.module.css'
import type { PublicFilters as Filters, OpenView } from './public-source.ts'

type Field = OpenView['filterFields'][number]
interface Span {
  from?: unknown
  to?: unknown
}

interface Props {
  view: OpenView
  filters: Filters
  search: string
  onChange(next: { filters: Filters; search: string }): void
}

export function PublicFilters({ view, filters, search, onChange }: Props) {
  const { t } = useTranslation(['publicViews'])
  const { showSearch } = view.displayOptions
  if (!showSearch && view.filterFields.length === 0) return null
  const set = (column: string, value: unknown) => {
    const { [column]: _before, ...others } = filters
    onChange({ filters: value === undefined ? others : { ...others, [column]: value }, search })
  }
  const isNarrowed = search !== '' || Object.keys(filters).length > 0
  return (
    <search className={`${classes.filters} view-filters`} aria-label={t('filters')}>
      {showSearch && (
        <TypedText
          label={t('search')}
          value={search}
          leftSection={<Glyph name="search" size={14} />}
          onChange={(next) => onChange({ filters, search: next })}
        />
      )}
      {view.filterFields.map((field) => (
        <FilterField
          key={field.columnName}
          field={field}
          value={filters[field.columnName]}
          onChange={(value) => set(field.columnName, value)}
        />
      ))}
      {isNarrowed && (
        <Button
          size="sm"
          variant="subtle"
          className={classes.clear}
          onClick={() => onChange({ filters: {}, search: '' })}
        >
          {t('clear')}
        </Button>
      )}
    </search>
  )
}

interface FieldProps {
  field: Field
  value: unknown
  onChange(value: unknown): void
}

function FilterField({ field, value, onChange }: FieldProps) {
  const { t } = useTranslation(['publicViews'])
  if (field.input === 'choice') {
    // A select has text values only.
    const key = (one: unknown) => JSON.stringify(one)
    const chosen = Array.isArray(value) ? value : value === undefined ? [] : [value]
    return (
      <MultiSelect
        className={classes.filter}
        classNames={{ input: classes.choice }}
        label={field.label}
        placeholder={chosen.length === 0 ? field.selectAllText || t('all') : undefined}
        data={field.options.map((option) => ({ value: key(option.value), label: option.label }))}
        value={chosen.map(key)}
        onChange={(keys) => onChange(keys.length === 0 ? undefined : keys.map((one) => JSON.parse(one)))}
        searchable={field.options.length > 8}
        clearable
        nothingFoundMessage={t('nothing')}
        limit={200}
        comboboxProps={{ withinPortal: true }}
      />
    )
  }
  if (field.input === 'text') {
    return (
      <TypedText
        label={field.label}
        value={typeof value === 'string' ? value : ''}
        placeholder={field.selectAllText}
        onChange={(text) => onChange(text || undefined)}
      />
    )
  }
  return <SpanField field={field} value={value} onChange={onChange} />
}

/** A range; either end can stay open. */
function SpanField({ field, value, onChange }: FieldProps) {
  const { t } = useTranslation(['publicViews'])
  const span: Span = typeof value === 'object' && value !== null ? value : {}
  const set = (part: Span) => {
    const next = Object.entries({ ...span, ...part }).filter(([, one]) => one !== undefined && one !== '')
    onChange(next.length === 0 ? undefined : Object.fromEntries(next))
  }
  return (
    <fieldset className={classes.span}>
      <legend className={classes.legend}>{field.label}</legend>
      {(['from', 'to'] as const).map((end) => {
        const label = t(end === 'from' ? 'fromOf' : 'toOf', { label: field.label })
        return field.input === 'date' ? (
          <TextInput
            key={end}
            type="date"
            aria-label={label}
            value={typeof span[end] === 'string' ? (span[end] as string) : ''}
            onChange={({ currentTarget }) => set({ [end]: currentTarget.value || undefined })}
          />
        ) : (
          <NumberInput
            key={end}
            aria-label={label}
            placeholder={t(end)}
            hideControls
            w={100}
            value={typeof span[end] === 'number' ? (span[end] as number) : ''}
            onChange={(next) => set({ [end]: typeof next === 'number' ? next : undefined })}
          />
        )
      })}
    </fieldset>
  )
}

/** A text input with a debounced value. */
function TypedText({
  label,
  value,
  onChange,
  ...props
}: {
  label: string
  value: string
  placeholder?: string
  leftSection?: React.ReactNode
  onChange(text: string): void
}) {
  const [text, setText] = useState(value)
  const use = useDebouncedCallback(onChange, 250)
  // Cleared by the parent.
  useEffect(() => setText(value), [value])
  return (
    <TextInput
      {...props}
      type="search"
      className={classes.filter}
      label={label}
      value={text}
      maxLength={200}
      onChange={({ currentTarget }) => {
        setText(currentTarget.value)
        use(currentTarget.value)
      }}
    />
  )
}
