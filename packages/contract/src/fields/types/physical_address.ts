/** A place: an address in parts, a point on the map, or both. */
import { z } from 'zod'
import { countries, isCountry } from '../countries.ts'
import type { FieldType, Parsed } from '../definition.ts'
import { bad, isEmptyInput, isObject, ok } from '../parsed.ts'
import { dropEmptyEnd, joinParts, splitParts } from './common/cells.ts'
import { checkDecimal, decimalOf, readNumber, writeNumber } from './common/numbers.ts'
import { readPart } from './common/text.ts'

const lineSchema = z.string().max(200).nullable()

/** Every key is present; unknown parts are null. The country is an ISO 3166 code. */
export const addressSchema = z.strictObject({
  line1: lineSchema,
  line2: lineSchema,
  city: lineSchema,
  region: lineSchema,
  postalCode: lineSchema,
  country: z.string().length(2).nullable(),
  lat: z.number().min(-90).max(90).nullable(),
  lng: z.number().min(-180).max(180).nullable(),
})
export type PhysicalAddress = z.infer<typeof addressSchema>

const lines = ['line1', 'line2', 'city', 'region', 'postalCode', 'country'] as const
const keys = new Set<string>([...lines, 'lat', 'lng'])
interface Settings {
  country: string | null
}

function read(input: unknown): Parsed<PhysicalAddress> {
  if (!isObject(input) || Object.keys(input).some((key) => !keys.has(key))) return bad('wrong_type')
  const address: PhysicalAddress = {
    line1: null,
    line2: null,
    city: null,
    region: null,
    postalCode: null,
    country: null,
    lat: null,
    lng: null,
  }
  for (const key of lines) {
    const part = readPart(input[key], 200)
    if (!part.ok) return part
    address[key] = part.value
  }
  if (address.country !== null) {
    address.country = address.country.toUpperCase()
    if (!isCountry(address.country)) return bad('not_a_country')
  }
  const lat = readDegrees(input.lat, 90)
  const lng = readDegrees(input.lng, 180)
  if (!lat.ok) return lat
  if (!lng.ok) return lng
  // Rejects a point with only one coordinate.
  if ((lat.value === null) !== (lng.value === null)) return bad('invalid')
  address.lat = lat.value
  address.lng = lng.value
  return Object.values(address).every((part) => part === null) ? ok(null) : ok(address)
}

function readDegrees(input: unknown, most: number): Parsed<number> {
  if (isEmptyInput(input)) return ok(null)
  const decimal = decimalOf(input)
  if (!decimal) return bad('not_a_number')
  const degrees = checkDecimal(decimal, null)
  if (!degrees.ok || degrees.value === null) return degrees
  return Math.abs(degrees.value) > most ? bad('out_of_range', { min: -most, max: most }) : degrees
}

export const physicalAddress: FieldType<PhysicalAddress, Settings> = {
  type: 'physical_address',
  family: 'structured',
  storage: 'json',
  operators: ['contains', 'notContains', 'within', 'isEmpty', 'isNotEmpty'],
  settings: z.strictObject({
    /** The country that an editor preselects. */
    country: z
      .enum(countries as [string, ...string[]])
      .nullable()
      .default(null),
  }),
  value: addressSchema,
  parse: (input) => (isEmptyInput(input) ? ok(null) : read(input)),
  /** `line 1; line 2; city; region; postal code; country; lat; lng`; a text without semicolons is line 1. */
  fromText(text, _settings, { language }) {
    if (isEmptyInput(text)) return ok(null)
    const parts = splitParts(text.trim().replace(/\r\n?/g, '\n'))
    if (parts.length > 8) return bad('wrong_type')
    const degrees = parts.slice(6).map((part) => (part === '' ? null : readNumber(part, language)))
    if (degrees.includes(undefined)) return bad('not_a_number')
    const [lat, lng] = degrees.map((decimal) => (decimal ? checkDecimal(decimal, null) : ok<number>(null)))
    if (lat && !lat.ok) return lat
    if (lng && !lng.ok) return lng
    const point = { lat: lat?.value ?? null, lng: lng?.value ?? null }
    return read({ ...Object.fromEntries(lines.map((key, i) => [key, parts[i] ?? null])), ...point })
  },
  toText(value, _settings, { language }) {
    const degrees = [value.lat, value.lng].map((part) => (part === null ? '' : writeNumber(part, language)))
    return joinParts(dropEmptyEnd([...lines.map((key) => value[key] ?? ''), ...degrees]))
  },
  toSearchText: (value) => lines.map((key) => value[key] ?? '').join(' '),
  sortKey: () => null,
  isSearchable: true,
  canBeUnique: false,
  isSortable: false,
  examples: () => ({
    values: [
      {
        ...nowhere,
        line1: '1 Main St; rear',
        city: 'Springfield',
        region: 'IL',
        postalCode: '62701',
        country: 'US',
      },
      { ...nowhere, line1: 'Calle Mayor 1', city: 'Madrid', country: 'ES', lat: 40.41667, lng: -3.70379 },
      { ...nowhere, lat: 0, lng: 0 },
    ],
    bad: [
      { input: '1 Main St', code: 'wrong_type' },
      { input: { street: 'x' }, code: 'wrong_type' },
      { input: { country: 'Spain' }, code: 'not_a_country' },
      { input: { lat: 91, lng: 0 }, code: 'out_of_range' },
      { input: { lat: 40 }, code: 'invalid' },
      { input: { city: 5 }, code: 'not_text' },
    ],
    texts: [
      { text: ' 1 Main St, Springfield ', value: { ...nowhere, line1: '1 Main St, Springfield' } },
      { text: ';;Madrid;;;es', value: { ...nowhere, city: 'Madrid', country: 'ES' } },
      { text: ' ; ', value: null },
    ],
    badTexts: [
      { text: 'a;b;c;d;e;Atlantis', code: 'not_a_country' },
      { text: 'a;b;c;d;e;US;north;south', code: 'not_a_number' },
    ],
  }),
}

const nowhere: PhysicalAddress = {
  line1: null,
  line2: null,
  city: null,
  region: null,
  postalCode: null,
  country: null,
  lat: null,
  lng: null,
}
