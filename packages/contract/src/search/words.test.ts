import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fold } from '../text.ts'
import { forgiven, marksOf, typedWords, typos } from './words.ts'

describe('marks', () => {
  it('are at words that begin with the search text, including their accents', () => {
    expect(typedWords('  Évrard, mül')).toEqual(['evrard', 'mul'])
    expect(marksOf('Chloé Évrard-Müller', ['evra', 'mul'])).toEqual([
      [6, 10],
      [13, 16],
    ])
    // A letter with a combining accent is marked as a whole.
    expect(marksOf('E\u0301vrard', ['e'])).toEqual([[0, 2]])
    expect(marksOf('Straße', ['strass'])).toEqual([[0, 5]])
    expect(marksOf('Bookworm', ['worm'])).toEqual([])
  })

  it('lie within the text and cover the search text', () => {
    const part = fc.constantFrom(
      'Évrard',
      'évr',
      'E\u0301vr',
      'Straße',
      'strass',
      'MÜLLER',
      'mül',
      '日本',
      '-',
      ' ',
    )
    const some = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.array(part, { maxLength: 6 }).map((parts) => parts.join('')),
    )
    let marked = 0
    fc.assert(
      fc.property(some, some, (text, typed) => {
        const words = typedWords(typed)
        for (const [from, to] of marksOf(text, words)) {
          marked++
          expect(to).toBeGreaterThan(from)
          expect(to).toBeLessThanOrEqual(text.length)
          expect(words.some((word) => fold(text.slice(from, to)).startsWith(word))).toBe(true)
        }
      }),
    )
    expect(marked).toBeGreaterThan(0)
  })
})

describe('typos', () => {
  it.each([
    ['smith', 'smith', 0],
    ['smi', 'smith', 0],
    ['smtih', 'smith', 1],
    ['jhon', 'john', 1],
    ['kenedy', 'kennedy', 1],
    ['roosvelt', 'roosevelt', 1],
    ['wasihngotn', 'washington', 2],
    ['massachus', 'massachusetts', 0],
    ['masachuset', 'massachusetts', 1],
    ['apple', 'orange', 3],
  ])('%s is %s with %i', (typed, word, count) => {
    expect(typos(typed, word, 2)).toBe(count)
  })

  it('are zero if the word begins with the search text, and never more than its letters', () => {
    const letters = fc.string({ unit: fc.constantFrom('a', 'b', 'c') })
    fc.assert(
      fc.property(letters, letters, (typed, word) => {
        const count = typos(typed, word, 20)
        expect(count === 0).toBe(word.startsWith(typed))
        expect(count).toBeLessThanOrEqual(typed.length)
      }),
    )
  })

  it('are tolerated in longer words only', () => {
    expect([3, 4, 7, 8, 20].map(forgiven)).toEqual([0, 1, 1, 2, 2])
  })
})
