import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isPattern, matchesPattern } from './pattern.ts'

describe('matchesPattern', () => {
  it.each([
    ['^[A-Z]{2}-\\d{3,5}$', ['AB-123', 'AB-12345'], ['ab-123', 'AB-12', 'AB-123456', 'xAB-123']],
    ['(red|green)?-?[^0-9]+', ['red-a', 'b', 'green', 'redx'], ['', 'red-1']],
    ['a{2}|b*', ['aa', '', 'bbb'], ['a', 'ab']],
    ['(?:ab){1,2}\\.\\s\\w', ['ab. x', 'abab.\tñ'], ['ab.x', 'ababab. x']],
    ['[\\d.-]{2,}', ['1.', '-5.0'], ['1', 'a1']],
    ['.', ['😀', 'x'], ['\n', 'xy']],
  ])('%s', (pattern, good, bad) => {
    expect(isPattern(pattern)).toBe(true)
    for (const text of good) expect(matchesPattern(pattern, text), text).toBe(true)
    for (const text of bad) expect(matchesPattern(pattern, text), text).toBe(false)
  })

  it.each([
    '(',
    ')',
    'a**',
    '*',
    '[a',
    '[z-a]',
    'a{3,2}',
    '\\q',
    '(?=a)',
    '(?<n>a)',
    '((((a{900}){900}){900}))',
    'x'.repeat(301),
  ])('refuses %s', (pattern) => {
    expect(isPattern(pattern)).toBe(false)
    expect(matchesPattern(pattern, 'a')).toBe(false)
  })

  it('is fast on patterns that make backtracking matchers hang', () => {
    for (const pattern of ['(a+)+b', '(a|a)*b', '(a*)*b', 'a*a*a*a*a*a*b', '((){900}){900}']) {
      const start = performance.now()
      matchesPattern(pattern, 'a'.repeat(10_000))
      expect(performance.now() - start).toBeLessThan(20_000)
    }
  })

  it('agrees with JavaScript regular expressions', () => {
    const piece = fc.constantFrom(
      'a',
      'b',
      '[ab]',
      '(a|b)',
      '(?:ab)',
      '.',
      'a?',
      'b*',
      '(ab)+',
      'a{1,2}',
      '|',
    )
    const pattern = fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join(''))
    const text = fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 8 })
    const property = fc.property(pattern, text, (source, input) => {
      expect(matchesPattern(source, input)).toBe(new RegExp(`^(?:${source})$`, 'u').test(input))
    })
    fc.assert(property, { numRuns: 2000 })
  })
})
