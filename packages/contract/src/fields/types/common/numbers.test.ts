import fc from 'fast-check'
import { expect, it } from 'vitest'
import { decimal } from '../decimal.ts'
import { number } from '../number.ts'
import { checkDecimal, checkInteger, decimalOf } from './numbers.ts'

/** Numbers with few digits, around each limit, and of any size. */
const aNumber = fc.oneof(
  fc.tuple(fc.integer(), fc.integer({ min: 0, max: 20 })).map(([units, scale]) => units / 10 ** scale),
  fc.tuple(fc.maxSafeInteger(), fc.integer({ min: 0, max: 16 })).map(([units, scale]) => units / 10 ** scale),
  fc.constantFrom(-0, 1e15, 1e15 - 1, 1e14, 1e21, 1e-7, 123456789012345, 0.12345678901234, Number.NaN),
  fc.double(),
)

it('accepts a number that is written with few digits as exact arithmetic does', () => {
  fc.assert(
    fc.property(aNumber, fc.option(fc.integer({ min: 0, max: 15 })), (input, decimals) => {
      const exact = decimalOf(input)
      const notANumber = { ok: false, code: 'not_a_number' }
      const settings = decimal.settings.parse({ decimals })
      expect(decimal.parse(input, settings)).toEqual(exact ? checkDecimal(exact, decimals) : notANumber)
      expect(number.parse(input, number.settings.parse({}))).toEqual(exact ? checkInteger(exact) : notANumber)
    }),
    { numRuns: 5000 },
  )
})

it('keeps to the bounds of a field', () => {
  const settings = decimal.settings.parse({ min: 2, max: 2.5 })
  expect(decimal.parse(2.25, settings)).toEqual({ ok: true, value: 2.25 })
  expect(decimal.parse(1.99, settings)).toEqual({ ok: false, code: 'too_small', params: { min: 2 } })
  expect(decimal.parse(2.51, settings)).toEqual({ ok: false, code: 'too_big', params: { max: 2.5 } })
})
