/** A short ordered list of labelled details. */
import { z } from 'zod'
import type { FieldType, Parsed } from '../definition.ts'
import { bad, isEmptyInput, isObject, ok } from '../parsed.ts'
import { escapePart, splitRaw, unescapePart } from './common/cells.ts'
import { readPart } from './common/text.ts'

export interface Detail {
  label: string
  value: string
}
interface Settings {
  maxCount: number
}
const maxDetails = 100
const labelLength = 200
const valueLength = 2000

/** Drops empty items. */
function read(inputs: readonly unknown[], { maxCount }: Settings): Parsed<Detail[]> {
  const details: Detail[] = []
  for (const input of inputs) {
    if (!isObject(input) || Object.keys(input).some((key) => key !== 'label' && key !== 'value'))
      return bad('wrong_type')
    const label = readPart(input.label, labelLength)
    const value = readPart(input.value, valueLength)
    if (!label.ok) return label
    if (!value.ok) return value
    if (label.value !== null || value.value !== null)
      details.push({ label: label.value ?? '', value: value.value ?? '' })
  }
  if (details.length > maxCount) return bad('too_many', { max: maxCount })
  return ok(details.length > 0 ? details : null)
}

export const detailList: FieldType<Detail[], Settings> = {
  type: 'detail_list',
  family: 'structured',
  storage: 'json',
  settings: z.strictObject({ maxCount: z.number().int().min(1).max(maxDetails).default(maxDetails) }),
  value: z.array(z.strictObject({ label: z.string().max(labelLength), value: z.string().max(valueLength) })),
  parse(input, settings) {
    if (isEmptyInput(input)) return ok(null)
    return Array.isArray(input) ? read(input, settings) : bad('wrong_type')
  },
  /** `label: value; label: value`, or one per line; a text without a colon is a value. */
  fromText(text, settings) {
    if (isEmptyInput(text)) return ok(null)
    const items = text
      .replace(/\r\n?/g, '\n')
      .split('\n')
      .flatMap((line) => splitRaw(line, ';'))
    return read(
      items.map((item) => {
        const [label = '', ...rest] = splitRaw(item, ':')
        return rest.length > 0
          ? { label: unescapePart(label), value: unescapePart(rest.join(':')) }
          : { label: '', value: unescapePart(label) }
      }),
      settings,
    )
  },
  toText: (details) =>
    details
      .map(({ label, value }) => (label ? `${escapePart(label)}: ${escapePart(value)}` : escapePart(value)))
      .join('; '),
  toSearchText: (details) => details.map(({ label, value }) => `${label} ${value}`).join(' '),
  sortKey: () => null,
  isSearchable: true,
  canBeUnique: false,
  isSortable: false,
  examples: () => ({
    values: [
      [{ label: 'Height', value: '1.80 m' }],
      [
        { label: 'Hours; days: all', value: '9:00\\17:00' },
        { label: '', value: 'two\nlines' },
        { label: 'Note', value: '' },
      ],
    ],
    bad: [
      { input: 'Height: 1.80', code: 'wrong_type' },
      { input: [{ name: 'x' }], code: 'wrong_type' },
      { input: [{ label: 5 }], code: 'not_text' },
      { input: [{ label: 'x'.repeat(201) }], code: 'too_long' },
      { input: Array.from({ length: 101 }, () => ({ label: 'a' })), code: 'too_many' },
    ],
    texts: [
      { text: 'Height: 1.80 m', value: [{ label: 'Height', value: '1.80 m' }] },
      {
        text: 'Open: 9:00\nClosed: 17:00',
        value: [
          { label: 'Open', value: '9:00' },
          { label: 'Closed', value: '17:00' },
        ],
      },
      { text: ' ; ', value: null },
    ],
    badTexts: [{ text: 'a\0', code: 'not_text' }],
  }),
}
