import { describe, expect, it } from 'vitest'
import { LiquidProblem, type MergeData, parseLiquid, renderLiquid, variablesOf } from './liquid.ts'

const write = (text: string, field: Record<string, unknown> = {}, language: 'en' | 'es' | 'fr' = 'en') =>
  renderLiquid(parseLiquid(text), { field } as MergeData, { language, timeZone: 'America/New_York' })

describe('Liquid', () => {
  it('writes dates in the language, days in no zone and instants in the team’s', () => {
    const field = { day: '2026-03-01', at: '2026-03-01T02:30:00Z' }
    expect(write('{{ field.day | date: "long" }}', field)).toBe('March 1, 2026')
    expect(write('{{ field.day | date: "long" }}', field, 'es')).toBe('1 de marzo de 2026')
    expect(write('{{ field.at | date: "medium" }}', field, 'fr')).toBe('28 févr. 2026')
    expect(write('{{ field.at | date: "time" }}', field, 'fr')).toBe('21:30')
    expect(write('{{ field.none | date: "long" | default: "soon" }}', { none: null })).toBe('soon')
    expect(write('{{ field.day | date }}', { day: 'yesterday' })).toBe('')
  })

  it('writes amounts and lists', () => {
    const field = { fee: { amount: 1234.5, currency: 'EUR' }, tags: ['a', 'b', 'c'], one: 'x' }
    expect(write('{{ field.fee | money }} {{ field.fee }}', field)).toBe('€1,234.50 €1,234.50')
    expect(write('{{ field.one | money }}|{{ 5 | money: "USD" }}', field)).toBe('|$5.00')
    expect(write('{{ field.tags | list: "and" }}; {{ field.tags | list: "or" }}', field, 'es')).toBe(
      'a, b y c; a, b o c',
    )
    expect(write('{{ field.tags | list: "lines" }}', field)).toBe('a\nb\nc')
    expect(write('{{ field.tags }} {{ field.one | list }} {{ field.no | list }}', field)).toBe('a, b, c x ')
  })

  it('reads own properties only', () => {
    expect(
      write('{{ field.constructor }}{{ field.__proto__ }}{{ field.name.length }}', { name: 'x' }),
    ).not.toMatch(/function|object/i)
    expect(write('{{ field.toString }}')).toBe('')
  })

  it('has no other tags and filters', () => {
    for (const text of [
      '{% for i in (1..1000000000) %}x{% endfor %}',
      '{% assign a = 1 %}',
      '{% include "/etc/passwd" %}',
      '{% render "x" %}',
      '{% tablerow i in (1..9) %}x{% endtablerow %}',
      '{% raw %}x{% endraw %}',
      '{{ "a" | append: "b" }}',
      '{{ "a" | json }}',
      '{% if field.a %}',
      '{{ field.a',
    ])
      expect(() => write(text), text).toThrow(LiquidProblem)
  })

  it('stops a template that is huge, or whose values are', () => {
    expect(() => parseLiquid('x'.repeat(200_001))).toThrow(LiquidProblem)
    expect(() => write('{{ (1..100000000) | list: "and" }}')).toThrow(LiquidProblem)
    const nested = `${'{% if field.a %}'.repeat(9_000)}${'{% endif %}'.repeat(9_000)}`
    expect(() => write(nested, { a: 1 })).toThrow(LiquidProblem)
  })

  it('names the variables of a text', () => {
    expect(
      variablesOf(parseLiquid('{% if a.b == c["d"] %}{{ field.x | default: system.y }}{% endif %}')).sort(),
    ).toEqual(['a.b', 'c.d', 'field.x', 'system.y'])
  })
})
