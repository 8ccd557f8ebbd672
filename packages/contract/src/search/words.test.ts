import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fold } from '../text.ts'
import { forgiven, marksOf, typedWords, typos } from './words.ts'

describe('marks', () => {
  it('stand on words that begin with what was typed, with their accents', () => {
    expect(typedWords('  Évrard, mül')).toEqual(['evrard', 'mul'])
    expect(marksOf('Chloé Évrard-Müller', ['evra', 'mul'])).toEqual([
      [6, 10],
      [13, 16],
    ])
    // A letter and its accent as two signs are marked together.
    expect(marksOf('E\u0301vrard', ['e'])).toEqual([[0, 2]])
    expect(marksOf('Straße', ['strass'])).toEqual([[0, 5]])
    expect(marksOf('Bookworm', ['worm'])).toEqual([])
  })

  it('lie in the text and hold what was typed', () => {
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

  it('are none where the word begins with what was typed, and never more than the letters', () => {
    const letters = fc.string({ unit: fc.constantFrom('a', 'b', 'c') })
    fc.assert(
      fc.property(letters, letters, (typed, word) => {
        const count = typos(typed, word, 20)
        expect(count === 0).toBe(word.startsWith(typed))
        expect(count).toBeLessThanOrEqual(typed.length)
      }),
    )
  })

  it('are forgiven in longer words only', () => {
    expect([3, 4, 7, 8, 20].map(forgiven)).toEqual([0, 1, 1, 2, 2])
  })
})
