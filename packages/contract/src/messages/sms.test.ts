import { describe, expect, it } from 'vitest'
import { measureSms, toPlainLetters } from './sms.ts'

describe('measureSms', () => {
  it('counts GSM-7 in septets, extended letters twice', () => {
    expect(measureSms('Hello')).toEqual({
      encoding: 'GSM-7',
      segments: 1,
      units: 5,
      unitsLeft: 155,
      offending: [],
    })
    expect(measureSms('€').units).toBe(2)
    expect(measureSms('x'.repeat(160))).toMatchObject({ segments: 1, unitsLeft: 0 })
    expect(measureSms('x'.repeat(161))).toMatchObject({ segments: 2 })
  })

  it('counts 70 units a segment once a letter is outside GSM-7, and says which', () => {
    const text = `${'x'.repeat(68)}á y`
    expect(measureSms(text)).toMatchObject({
      encoding: 'UCS-2',
      segments: 2,
      offending: [{ letter: 'á', at: 68 }],
    })
    expect(measureSms('hi 👩‍👩‍👧 ł').offending).toEqual([
      { letter: '👩‍👩‍👧', at: 3 },
      { letter: 'ł', at: 12 },
    ])
  })

  it('has no segment for no text', () => {
    expect(measureSms('')).toMatchObject({ segments: 0, units: 0 })
  })
})

describe('toPlainLetters', () => {
  it('replaces what has a look-alike and keeps what GSM-7 has', () => {
    const plain = toPlainLetters('“Ábaco” – l’été à Łódź… œuf')
    expect(plain).toBe('"Abaco" - l\'été à Lodz... oeuf')
    expect(measureSms(plain).encoding).toBe('GSM-7')
  })

  it('keeps what has none', () => {
    expect(toPlainLetters('漢 👍')).toBe('漢 👍')
  })
})
