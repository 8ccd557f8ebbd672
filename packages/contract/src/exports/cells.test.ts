import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { defuse, undefuse } from './cells.ts'

describe('a text that a spreadsheet would run as a formula', () => {
  it('becomes plain text', () => {
    for (const text of ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', "'=1"]) {
      expect(defuse(text)).toMatch(/^'/)
    }
    for (const text of ['', 'plain', "l'or", "'quoted'", ' =1', '1-1']) expect(defuse(text)).toBe(text)
  })

  it('survives a round trip, as does any other text', () => {
    const texts = fc.oneof(fc.string(), fc.stringMatching(/^'{0,3}[=+\-@\t\r]?[a-z']{0,3}$/))
    fc.assert(fc.property(texts, (text) => undefuse(defuse(text)) === text))
  })
})
