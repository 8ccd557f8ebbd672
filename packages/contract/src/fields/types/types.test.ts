/** Every type proves of itself what the rest of the product takes for granted. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { languages } from '../../paging.ts'
import type { FieldType, TextContext } from '../definition.ts'
import { dataTypes } from '../families.ts'
import { validateSettings } from '../validate.ts'
import { fieldType, fieldTypes } from './index.ts'

const ids = [3, 12, 40]
const fileIds = [
  '0191b2f0-7a4e-4c1e-9d52-0f6f1c2d3e41',
  '0191b2f0-7a4e-4c1e-9d52-0f6f1c2d3e42',
  '0191b2f0-7a4e-4c1e-9d52-0f6f1c2d3e43',
]
const typed: TextContext = { language: 'en', timeZone: 'America/New_York', country: 'US' }
const zones = ['UTC', 'America/New_York', 'Asia/Kathmandu', 'Australia/Lord_Howe']
const labels = new Map([
  [3, 'Smith, John; "Jr."'],
  [12, 'Zoë'],
  [40, '3'],
])
const labelled = {
  idOf: (label: string) => [...labels].find(([, text]) => text === label)?.[0],
  labelOf: (id: number) => labels.get(id),
}

function setUp(type: FieldType) {
  const examples = type.examples({ ids, fileIds })
  return { examples, settings: type.settings.parse(examples.settings ?? {}) }
}

function compareKeys(a: string | number | bigint | null, b: string | number | bigint | null): number {
  if (typeof a === 'string' && typeof b === 'string') return new Intl.Collator('en').compare(a, b)
  return (a ?? 0) < (b ?? 0) ? -1 : a === b ? 0 : 1
}

it('has a definition under the name of every type', () => {
  expect(Object.keys(fieldTypes).sort()).toEqual([...dataTypes].sort())
  for (const dataType of dataTypes) expect(fieldType(dataType).type).toBe(dataType)
})

describe.each(dataTypes)('%s', (dataType) => {
  const type = fieldType(dataType)
  const { examples, settings } = setUp(type)

  it('accepts its own values unchanged, and their JSON', () => {
    expect(examples.values.length).toBeGreaterThan(type.isSortable ? 2 - Number(dataType === 'boolean') : 0)
    for (const value of examples.values) {
      expect(type.parse(value, settings)).toEqual({ ok: true, value })
      expect(type.parse(JSON.parse(JSON.stringify(value)), settings)).toEqual({ ok: true, value })
      expect(type.value.safeParse(value).success).toBe(true)
    }
  })

  it('reads nothing as no value', () => {
    for (const input of [null, undefined, '', '  ', []])
      expect(type.parse(input, settings)).toEqual({ ok: true, value: null })
    expect(type.fromText(' ', settings, typed)).toEqual({ ok: true, value: null })
  })

  it('refuses bad input with its code', () => {
    for (const { input, code } of examples.bad)
      expect(type.parse(input, settings)).toMatchObject({ ok: false, code })
    for (const { text, code } of examples.badTexts)
      expect(type.fromText(text, settings, typed), text).toMatchObject({ ok: false, code })
  })

  it('never throws on foreign input, and accepts what it made of it', () => {
    const property = fc.property(fc.anything(), (input) => {
      const parsed = type.parse(input, settings)
      if (parsed.ok && parsed.value !== null) expect(type.parse(parsed.value, settings)).toEqual(parsed)
    })
    fc.assert(property, { numRuns: 50 })
    const texts = fc.property(
      fc.string({ unit: 'binary' }),
      fc.constantFrom(...languages),
      (text, language) => {
        const parsed = type.fromText(text, settings, { ...typed, language })
        if (parsed.ok && parsed.value !== null) expect(type.parse(parsed.value, settings)).toEqual(parsed)
      },
    )
    fc.assert(texts, { numRuns: 50 })
  })

  it('reads what people type', () => {
    for (const { text, value } of examples.texts)
      expect(type.fromText(text, settings, typed), text).toEqual({ ok: true, value })
  })

  it.each(languages)('writes text that it reads back the same in %s', (language) => {
    for (const timeZone of zones)
      for (const names of [{}, labelled])
        for (const value of examples.values) {
          const context: TextContext = { language, timeZone, country: 'FR', ...names }
          const text = type.toText(value, settings, context)
          expect(type.fromText(text, settings, context), text).toEqual({ ok: true, value })
        }
  })

  it('sorts its values in the order given', () => {
    if (!type.isSortable) return
    const keys = examples.values.map((value) => type.sortKey(value))
    expect(keys).not.toContain(null)
    for (let i = 1; i < keys.length; i++)
      expect(compareKeys(keys[i - 1] ?? null, keys[i] ?? null)).toBeLessThan(0)
  })

  it('has settings that are complete by default and refuse unknown keys', () => {
    expect(validateSettings(dataType, {}).ok).toBe(true)
    expect(validateSettings(dataType, { colour: 'red' })).toEqual({ ok: false, code: 'invalid' })
  })

  it('names what its ids point at', () => {
    const holdsIds = ['id', 'ids', 'links', 'file', 'files', 'video'].includes(type.storage)
    expect(type.refersTo !== undefined).toBe(holdsIds)
    expect(type.acceptsFile !== undefined).toBe(type.family === 'file')
  })
})
