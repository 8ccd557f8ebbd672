/** Conformance tests of every field type. */
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

it('registers every type under its name', () => {
  expect(Object.keys(fieldTypes).sort()).toEqual([...dataTypes].sort())
  for (const dataType of dataTypes) expect(fieldType(dataType).type).toBe(dataType)
})

describe.each(dataTypes)('%s', (dataType) => {
  const type = fieldType(dataType)
  const { examples, settings } = setUp(type)

  it('accepts its example values unchanged, also through JSON', () => {
    expect(examples.values.length).toBeGreaterThan(type.isSortable ? 2 - Number(dataType === 'boolean') : 0)
    for (const value of examples.values) {
      expect(type.parse(value, settings)).toEqual({ ok: true, value })
      expect(type.parse(JSON.parse(JSON.stringify(value)), settings)).toEqual({ ok: true, value })
      expect(type.value.safeParse(value).success).toBe(true)
    }
  })

  it('reads blank input as no value', () => {
    for (const input of [null, undefined, '', '  ', []])
      expect(type.parse(input, settings)).toEqual({ ok: true, value: null })
    expect(type.fromText(' ', settings, typed)).toEqual({ ok: true, value: null })
  })

  it('rejects bad input with the right code', () => {
    expect(examples.bad.length).toBeGreaterThan(0)
    for (const { input, code } of examples.bad)
      expect(type.parse(input, settings)).toMatchObject({ ok: false, code })
    for (const { text, code } of examples.badTexts)
      expect(type.fromText(text, settings, typed), text).toMatchObject({ ok: false, code })
  })

  it('never throws on arbitrary input, and accepts its own output', () => {
    let accepted = 0
    const inputs = fc.oneof(fc.anything(), fc.constantFrom(...examples.values))
    const property = fc.property(inputs, (input) => {
      const parsed = type.parse(input, settings)
      if (!parsed.ok || parsed.value === null) return
      accepted++
      expect(type.parse(parsed.value, settings)).toEqual(parsed)
    })
    fc.assert(property, { numRuns: 50 })
    expect(accepted).toBeGreaterThan(0)
    accepted = 0
    const written = examples.values.map((value) => type.toText(value, settings, { ...typed, ...labelled }))
    const texts = fc.property(
      fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom(...written)),
      fc.constantFrom(...languages),
      (text, language) => {
        const parsed = type.fromText(text, settings, { ...typed, ...labelled, language })
        if (!parsed.ok || parsed.value === null) return
        accepted++
        expect(type.parse(parsed.value, settings)).toEqual(parsed)
      },
    )
    fc.assert(texts, { numRuns: 50 })
    expect(accepted).toBeGreaterThan(0)
  })

  it('reads what people type', () => {
    expect(examples.texts.length).toBeGreaterThan(0)
    for (const { text, value } of examples.texts)
      expect(type.fromText(text, settings, typed), text).toEqual({ ok: true, value })
  })

  it.each(languages)('writes text that it reads back as the same value in %s', (language) => {
    for (const timeZone of zones)
      for (const names of [{}, labelled])
        for (const value of examples.values) {
          const context: TextContext = { language, timeZone, country: 'FR', ...names }
          const text = type.toText(value, settings, context)
          expect(type.fromText(text, settings, context), text).toEqual({ ok: true, value })
        }
  })

  it.each(languages)(
    'writes its suffix behind every value, and a bare number without one in %s',
    (language) => {
      if (type.family !== 'number' || type.storage === 'money') return expect(type.suffix).toBeUndefined()
      const { suffix = '' } = type
      for (const value of examples.values) {
        const text = type.toText(value, settings, { ...typed, language })
        expect(text.endsWith(suffix)).toBe(true)
        expect(text.slice(0, text.length - suffix.length)).toMatch(/^-?[\d.,]+$/)
      }
    },
  )

  it('has complete default settings and rejects unknown keys', () => {
    expect(validateSettings(dataType, {}).ok).toBe(true)
    expect(validateSettings(dataType, { colour: 'red' })).toEqual({ ok: false, code: 'invalid' })
  })

  it('declares what its ids refer to', () => {
    const holdsIds = ['id', 'ids', 'links', 'file', 'files', 'video'].includes(type.storage)
    expect(type.refersTo !== undefined).toBe(holdsIds)
    expect(type.acceptsFile !== undefined).toBe(type.family === 'file')
  })
})

describe.each(dataTypes.filter((dataType) => fieldType(dataType).isSortable))('%s', (dataType) => {
  it('sorts its example values in order', () => {
    const type = fieldType(dataType)
    const keys = setUp(type).examples.values.map((value) => type.sortKey(value))
    expect(keys.length).toBeGreaterThan(1)
    expect(keys).not.toContain(null)
    for (let i = 1; i < keys.length; i++)
      expect(compareKeys(keys[i - 1] ?? null, keys[i] ?? null)).toBeLessThan(0)
  })
})
