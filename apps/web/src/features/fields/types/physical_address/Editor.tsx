import { TextInput } from '@mantine/core'
import { fieldTypes } from '@muster/contract/fields/types/index'
import type { PhysicalAddress } from '@muster/contract/fields/types/physical_address'
import { toNumber } from '@muster/contract/fields/types/shared/decimal'
import { readNumber, writeNumber } from '@muster/contract/fields/types/shared/numbers'
import { type KeyboardEvent, useState } from 'react'
import type { EditorProps } from '../definition.ts'
import { CountrySelect } from '../shared/code-selects.tsx'
import classes from './Editor.module.css'
import type { AddressSettings } from './Settings.tsx'

const lines = ['line1', 'line2', 'city', 'region', 'postalCode'] as const
const points = ['lat', 'lng'] as const
type Part = (typeof lines)[number] | (typeof points)[number]

/** Parts as typed; the value is told once they make an address. Coordinates can be pasted as one pair. */
export function Editor(props: EditorProps<PhysicalAddress, AddressSettings>) {
  const { id, value, field, context, onChange, isReadOnly } = props
  const { t, format } = context
  const shown = (address: PhysicalAddress | null): Record<Part, string> => ({
    ...(Object.fromEntries(lines.map((part) => [part, address?.[part] ?? ''])) as Record<
      (typeof lines)[number],
      string
    >),
    lat: degrees(address?.lat ?? null),
    lng: degrees(address?.lng ?? null),
  })
  const degrees = (part: number | null) => (part === null ? '' : writeNumber(part, format.language))
  const [texts, setTexts] = useState(() => shown(value))
  const [country, setCountry] = useState(value === null ? field.settings.country : value.country)
  const [seen, setSeen] = useState(value)
  const [told, setTold] = useState(value)
  if (JSON.stringify(value) !== JSON.stringify(seen)) {
    setSeen(value)
    if (JSON.stringify(value) !== JSON.stringify(told)) {
      setTexts(shown(value))
      setCountry(value === null ? field.settings.country : value.country)
    }
  }

  const set = (next: Record<Part, string>, nextCountry: string | null) => {
    setTexts(next)
    setCountry(nextCountry)
    const point: Partial<Record<'lat' | 'lng', number | null>> = {}
    for (const part of points) {
      const typed = next[part].trim()
      const read = typed === '' ? null : readNumber(typed, format.language)
      if (read === undefined) return onChange(value, { problem: { code: 'not_a_number' } })
      point[part] = read === null ? null : toNumber(read)
    }
    const parts = Object.fromEntries(lines.map((part) => [part, next[part]]))
    // A country that was only offered is no address by itself.
    const isBlank = [...lines, ...points].every((part) => next[part].trim() === '')
    const isOffered = isBlank && nextCountry === field.settings.country
    const parsed = fieldTypes.physical_address.parse(
      { ...parts, ...point, country: isOffered ? null : nextCountry },
      field.settings,
    )
    if (!parsed.ok) return onChange(value, { problem: { code: parsed.code, params: parsed.params } })
    setTold(parsed.value)
    onChange(parsed.value, { problem: null })
  }
  const type = (part: Part, typed: string) => {
    const pair = part === 'lat' ? /^\s*(-?\d+(?:\.\d+)?)\s*[,;]\s*(-?\d+(?:\.\d+)?)\s*$/.exec(typed) : null
    if (!pair) return set({ ...texts, [part]: typed }, country)
    set({ ...texts, lat: degrees(Number(pair[1])), lng: degrees(Number(pair[2])) }, country)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') props.onCancel()
    if (event.key === 'Enter' && props.isCompact) props.onCommit()
  }
  const input = (part: Part, className?: string) => (
    <TextInput
      key={part}
      id={part === 'line1' ? id : `${id}-${part}`}
      className={className}
      label={t(`fields:address.${part}`)}
      value={texts[part]}
      readOnly={isReadOnly}
      autoComplete="off"
      autoFocus={props.autoFocus && part === 'line1'}
      inputMode={part === 'lat' || part === 'lng' ? 'decimal' : undefined}
      onChange={(event) => type(part, event.currentTarget.value)}
      onBlur={props.onBlur}
      onKeyDown={onKeyDown}
    />
  )

  return (
    <div className={classes.grid}>
      {input('line1', classes.wide)}
      {input('line2', classes.wide)}
      {input('postalCode')}
      {input('city')}
      {input('region')}
      <CountrySelect
        label={t('fields:address.country')}
        value={country}
        readOnly={isReadOnly}
        context={context}
        onChange={(next) => set(texts, next)}
        onBlur={props.onBlur}
      />
      {input('lat')}
      {input('lng')}
    </div>
  )
}
