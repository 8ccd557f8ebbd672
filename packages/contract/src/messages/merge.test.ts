import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  canMerge,
  decodeEntities,
  distinctUses,
  formatsOf,
  type MergeField,
  mergeFormats,
  mergeKinds,
  mergeUsesIn,
  ownMergeNames,
  parseMergeField,
  printMergeField,
  unsubscribeNames,
} from './merge.ts'

const field: fc.Arbitrary<MergeField> = fc.record({
  kind: fc.constantFrom(...mergeKinds),
  name: fc.stringMatching(/^[a-z][a-z0-9_]{0,30}$/),
  format: fc.option(fc.constantFrom(...mergeFormats)),
  fallback: fc.option(fc.stringMatching(/^[^{}"\\\r\n]{1,40}$/)),
})

describe('merge fields', () => {
  it('are read as they were printed', () => {
    fc.assert(
      fc.property(field, (given) => {
        expect(parseMergeField(printMergeField(given))).toEqual(given)
      }),
    )
  })

  it('cannot be left by a fallback', () => {
    fc.assert(
      fc.property(field, fc.string(), (given, fallback) => {
        const text = printMergeField({ ...given, fallback })
        expect(text.match(/[{}]/g)).toHaveLength(4)
        expect(parseMergeField(text)).not.toBeNull()
      }),
    )
  })

  it('are Liquid', () => {
    const named = { kind: 'DATA_FIELD', name: 'first_name', format: null, fallback: 'friend' } as const
    expect(printMergeField(named)).toBe('{{ field.first_name | default: "friend" }}')
    expect(parseMergeField("{{field.born|date:'long'}}")).toEqual({
      kind: 'DATA_FIELD',
      name: 'born',
      format: 'date:long',
      fallback: null,
    })
  })

  it('are nothing else', () => {
    for (const text of [
      '{{ user.name }}',
      '{{ field.a | upcase }}',
      '{% if field.a %}',
      '{{ field.a | date: "x" }}',
    ])
      expect(parseMergeField(text)).toBeNull()
  })
})

describe('mergeUsesIn', () => {
  it('finds names in outputs and tags but not in quotes or text', () => {
    const text =
      'field.no {{ field.a | default: "field.no" }} {% if field.b == "x" and subject.name %}{{ system.team_name }}{% endif %}'
    expect(mergeUsesIn(text)).toEqual([
      { name: 'field.a', needsValue: false },
      { name: 'field.b', needsValue: false },
      { name: 'subject.name', needsValue: false },
      { name: 'system.team_name', needsValue: true },
    ])
  })

  it('decodes HTML', () => {
    expect(mergeUsesIn('{{ field.a &#124; default: &quot;x&quot; }}', true)).toEqual([
      { name: 'field.a', needsValue: false },
    ])
  })

  it('needs a value if one use does', () => {
    expect(distinctUses(mergeUsesIn('{{ field.a | default: "x" }} {{ field.a }}'))).toEqual([
      { name: 'field.a', needsValue: true },
    ])
  })

  it('reads hostile texts in time that grows with their length', () => {
    expect(mergeUsesIn('{{ "'.repeat(20_000))).toEqual([])
    expect(mergeUsesIn('{{'.repeat(40_000))).toEqual([])
  })
})

describe('what can be merged', () => {
  it('has a usual format for dates, amounts and lists, and no pictures', () => {
    expect(formatsOf('date')[0]).toBe('date:short')
    expect(formatsOf('money')).toEqual(['money'])
    expect(formatsOf('plain_text')).toEqual([])
    expect(formatsOf(null)).toEqual([])
    expect(canMerge('plain_text')).toBe(true)
    expect(canMerge('single_image')).toBe(false)
  })

  it('has the links by which one unsubscribes among its own', () => {
    expect(ownMergeNames).toEqual(expect.arrayContaining([...unsubscribeNames]))
  })
})

describe('decodeEntities', () => {
  it('decodes once, and drops what is no character', () => {
    expect(decodeEntities('&amp;lt; &#x41;&#66; &quot;&nbsp;&eacute; &#55296;')).toBe(
      '&lt; AB "\u00a0&eacute; ',
    )
  })
})
