import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compileSms } from './compile.ts'
import { escapeFor } from './escape.ts'
import { parseLiquid, renderLiquid } from './liquid.ts'
import { prepareContent, renderContent, valuesFor } from './render.ts'

const names = ['a', 'b', 'c'] as const
const output = fc
  .tuple(
    fc.constantFrom(...names),
    fc.constantFrom('', ' | upcase', ' | list: "or"', ' | default: "none"', ' | date: "long"'),
  )
  .map(([name, filter]) => `{{ field.${name}${filter} }}`)
const words = fc.stringMatching(/^[ a-zé<>&"'.,\n]{0,12}$/)
const condition = fc
  .tuple(fc.constantFrom(...names), fc.constantFrom('', ' == "x"', ' != field.b', ' contains "y"'))
  .map(([name, test]) => `field.${name}${test}`)
const control = fc.constantFrom('{%', '{%-')

const template: fc.Memo<string> = fc.memo((depth) => {
  const leaf = fc.oneof(words, output)
  if (depth <= 1) return leaf
  const inner = fc.array(template(), { maxLength: 3 }).map((parts) => parts.join(''))
  return fc.oneof(
    leaf,
    fc
      .tuple(control, condition, inner, condition, inner, inner)
      .map(
        ([open, one, then, two, other, last]) =>
          `${open} if ${one} %}${then}{% elsif ${two} -%}${other}{% else %}${last}{% endif %}`,
      ),
    fc.tuple(condition, inner).map(([one, then]) => `{% if ${one} %}${then}{% endif %}`),
    fc
      .tuple(fc.constantFrom(...names), inner, inner, inner)
      .map(
        ([name, one, two, last]) =>
          `{% case field.${name} %}{% when "x", "y" %}${one}{% when "x" %}${two}{% else %}${last}{% endcase %}`,
      ),
  )
})
const value = fc.oneof(
  fc.constantFrom('x', 'y', 'xy', '', null, 3, true, '2026-02-03'),
  fc.array(fc.constantFrom('x', 'y'), { maxLength: 3 }),
)
const record = fc.record({ a: value, b: value, c: value })

describe('a plan', () => {
  it('gives what Liquid gives for the whole text', () => {
    const whole = fc.array(template(4), { maxLength: 6 }).map((parts) => parts.join(''))
    fc.assert(
      fc.property(whole, record, (text, field) => {
        const { content, problems } = compileSms(text, 'fr')
        expect(problems).toEqual([])
        const prepared = prepareContent(content)
        const written = renderContent(prepared, valuesFor(prepared, { field }, 'UTC')).text
        expect(written).toBe(renderLiquid(parseLiquid(text), { field }, { language: 'fr', timeZone: 'UTC' }))
      }),
      { numRuns: 500 },
    )
  })

  it('evaluates each expression once', () => {
    const { content } = compileSms('{{ field.a }} {{ field.a }} {{ field.a | upcase }}', 'en')
    expect(content.expressions).toEqual(['{{ field.a }}', '{{ field.a | upcase }}'])
  })
})

describe('escapeFor', () => {
  it('leaves nothing that ends its place', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(escapeFor.html(text)).not.toMatch(/<(?!br \/>)|["'`]/)
        expect(escapeFor.attribute(text)).not.toMatch(/[<>"'`\n\r]/)
        expect(escapeFor.urlPart(text)).toMatch(/^[\w.~!*'()%-]*$/)
        expect(escapeFor.header(text)).not.toMatch(/(?!\t)\p{Cc}/u)
      }),
    )
  })
})
