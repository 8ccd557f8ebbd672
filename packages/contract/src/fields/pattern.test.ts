import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isPattern, matchesPattern } from './pattern.ts'
import { Automaton, type Matches, type PatternNode } from './pattern-automaton.ts'

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

  it('tests each character once, however long the text is and whatever its letters are', () => {
    let tests = 0
    const isA: Matches = (char) => {
      tests++
      return char === 'a'
    }
    const a: PatternNode = { kind: 'char', matches: isA }
    const upTo = (part: PatternNode, max: number | null): PatternNode => ({
      kind: 'repeat',
      part,
      min: 0,
      max,
    })
    const letters = Array.from({ length: 100_000 }, (_, n) =>
      String.fromCodePoint(0x4e00 + (n % 5_000)),
    ).join('')
    // (a?){0,600}b, (a*)*b, a*a*a*a*b
    for (const parts of [
      [upTo(upTo(a, 1), 600)],
      [upTo(upTo(a, null), null)],
      Array(4).fill(upTo(a, null)),
    ]) {
      const b: PatternNode = { kind: 'char', matches: (char) => char === 'b' }
      const automaton = new Automaton({ kind: 'sequence', parts: [...parts, b] })
      tests = 0
      expect(automaton.matches(`${'a'.repeat(100_000)}c`)).toBe(false)
      expect(automaton.matches(letters)).toBe(false)
      expect(tests).toBeLessThanOrEqual(5_010)
      expect(automaton.matches('aaab')).toBe(true)
    }
  })

  it('stays right when it has more states than it keeps', () => {
    // Whether the 13th character from the end is an a depends on the last 13.
    const source = '[ab]*a[ab]{12}'
    const letters = fc.string({ unit: fc.constantFrom('a', 'b'), minLength: 20, maxLength: 2000 })
    const property = fc.property(letters, (text) => {
      expect(matchesPattern(source, text)).toBe(text.at(-13) === 'a')
    })
    fc.assert(property, { numRuns: 50 })
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
      '[^a]{0,3}',
      '\\w',
      '\\d+',
      '|',
    )
    const pattern = fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join(''))
    const text = fc.string({ unit: fc.constantFrom('a', 'b', '1'), maxLength: 8 })
    const property = fc.property(pattern, text, (source, input) => {
      expect(matchesPattern(source, input)).toBe(new RegExp(`^(?:${source})$`, 'u').test(input))
    })
    fc.assert(property, { numRuns: 2000 })
  })
})
