import { TextInput } from '@mantine/core'
import { toNumber } from '@muster/contract/fields/types/common/decimal'
import { readNumber, writeNumber } from '@muster/contract/fields/types/common/numbers'
import { fieldTypes } from '@muster/contract/fields/types/index'
import type { PhysicalAddress } from '@muster/contract/fields/types/physical_address'
import { type KeyboardEvent, useState } from 'react'
import { CountrySelect } from '../../../../ui/CodeSelect.tsx'
import { Glyph } from '../../../../ui/Glyph.tsx'
import type { EditorProps } from '../definition.ts'
import { AddressMap } from './AddressMap.tsx'
import { addressForm, addressParts as lines, shownParts } from './address-form.ts'
import classes from './Editor.module.css'
import type { AddressSettings } from './Settings.tsx'

export const inputs = 'group'

const points = ['lat', 'lng'] as const
type Part = (typeof lines)[number] | (typeof points)[number]

/**
 * Parts as typed, in the order of the country; the value is reported once they form an address. Coordinates are pasted
 * as one pair, or picked on the map.
 */
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
  const [isMapOpen, setMapOpen] = useState(false)
  const [seen, setSeen] = useState(value)
  const [reported, setReported] = useState(value)
  if (JSON.stringify(value) !== JSON.stringify(seen)) {
    setSeen(value)
    if (JSON.stringify(value) !== JSON.stringify(reported)) {
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
    // A default country alone is not an address.
    const isBlank = [...lines, ...points].every((part) => next[part].trim() === '')
    const isOffered = isBlank && nextCountry === field.settings.country
    const parsed = fieldTypes.physical_address.parse(
      { ...parts, ...point, country: isOffered ? null : nextCountry },
      field.settings,
    )
    if (!parsed.ok) return onChange(value, { problem: { code: parsed.code, params: parsed.params } })
    setReported(parsed.value)
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
  const form = addressForm(country ?? context.country)
  const input = (part: Part, className?: string) => (
    <TextInput
      key={part}
      id={part === 'line1' ? id : `${id}-${part}`}
      className={className}
      label={t(`fields:address.${part === 'lat' || part === 'lng' ? part : form.labels[part]}`)}
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

  // The map's pin is at the value, or at the coordinates being typed.
  const typedPoint = points.map((part) => {
    const read = readNumber(texts[part].trim(), format.language)
    return read ? toNumber(read) : null
  })
  const [lat = null, lng = null] = typedPoint
  const isPlace = lat !== null && lng !== null && Math.abs(lat) <= 90 && Math.abs(lng) <= 180

  return (
    <div className={classes.grid}>
      {shownParts(form, texts).map((part) =>
        input(part, part === 'line1' || part === 'line2' ? classes.wide : undefined),
      )}
      <CountrySelect
        label={t('fields:address.country')}
        value={country}
        readOnly={isReadOnly}
        onChange={(next) => set(texts, next)}
        onBlur={props.onBlur}
      />
      {input('lat')}
      {input('lng')}
      {!props.isCompact && (
        <div className={classes.wide}>
          <button
            type="button"
            className={classes.toggle}
            aria-expanded={isMapOpen}
            onClick={() => setMapOpen(!isMapOpen)}
          >
            <Glyph name="pin" size={14} />
            {t(isMapOpen ? 'fields:address.hideMap' : 'fields:address.showMap')}
          </button>
          {isMapOpen && (
            <AddressMap
              point={isPlace ? { lat, lng } : null}
              isReadOnly={isReadOnly}
              onChange={(next) =>
                set({ ...texts, lat: degrees(next?.lat ?? null), lng: degrees(next?.lng ?? null) }, country)
              }
            />
          )}
        </div>
      )}
    </div>
  )
}
