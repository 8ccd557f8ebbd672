import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fold, isStorableText, plainText } from './text.ts'

describe('fold', () => {
  it.each([
    ['Émile ZOLA', 'emile zola'],
    ['STRASSE', 'strasse'],
    ['Straße ẞ', 'strasse ss'],
    ['Œuvre Æsir', 'oeuvre aesir'],
    ['Łódź Ørsted Đà', 'lodz orsted da'],
    ['ΟΔΟΣ οδος', 'οδοσ οδοσ'],
    ['İstanbul Diyarbakır', 'istanbul diyarbakir'],
    ['O’Neil', "o'neil"],
    ['ﬁn ½ ①', 'fin 1⁄2 1'],
  ])('%s is %s', (text, expected) => {
    expect(fold(text)).toBe(expected)
  })

  it('is idempotent', () => {
    const text = fc.string({ unit: 'binary' })
    fc.assert(
      fc.property(text, (one) => {
        expect(fold(fold(one))).toBe(fold(one))
      }),
      { numRuns: 500 },
    )
    // Separated by spaces, so that letters do not affect each other.
    for (let block = 0; block < 0x20000; block += 0x800) {
      const codes = Array.from({ length: 0x800 }, (_, i) => block + i).filter((c) => c < 0xd800 || c > 0xdfff)
      const once = fold(codes.map((code) => String.fromCodePoint(code)).join(' '))
      expect(fold(once)).toBe(once)
    }
  })

  it('does not depend on the neighbours of a letter', () => {
    const letters = fc.array(fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }))
    // Ignores reordered marks, which NFKD reorders on both sides of any comparison.
    const starters = letters.map((list) => list.filter((letter) => !/\p{M}/u.test(letter.normalize('NFKD'))))
    const property = fc.property(starters, (list) => {
      expect(fold(list.join(''))).toBe(list.map(fold).join(''))
    })
    fc.assert(property)
  })
})

describe('plainText', () => {
  it('ends words where blocks end, and nowhere else', () => {
    expect(plainText('<p>a <b>b</b>c</p><ul><li>d</li></ul>e<br>f')).toBe('a bc d e f')
    expect(plainText('1 &lt; 2 &amp;amp; &quot;x&quot;&nbsp;')).toBe('1 < 2 &amp; "x"')
  })

  it('takes linear time', () => {
    expect(plainText('<'.repeat(200_000)).length).toBe(200_000)
  })
})

it('recognises text that a database cannot store', () => {
  expect(isStorableText('a\u0001😀')).toBe(true)
  expect(isStorableText('a\0')).toBe(false)
  expect(isStorableText('\ud83d')).toBe(false)
})
