import { expect, test } from 'vitest'
import { z } from 'zod'
import { translateError, validationError } from './errors.ts'

test.each([
  ['the database stops', { code: '57P01', message: 'terminating connection' }, 'unavailable'],
  ['nothing listens on its port', { code: 'ECONNREFUSED', message: 'connect ECONNREFUSED' }, 'unavailable'],
  ['its socket is gone', { code: 'ENOENT', syscall: 'connect', message: 'connect ENOENT' }, 'unavailable'],
  ['its connection breaks', { message: 'Connection terminated unexpectedly' }, 'unavailable'],
  [
    'PostgreSQL cannot extend a table',
    { code: '53100', message: 'could not extend' },
    'insufficient_storage',
  ],
  ['the file system is full', { code: 'ENOSPC', message: 'no space left' }, 'insufficient_storage'],
])('when %s, the error has the matching code', (_case, { message, ...error }, code) => {
  expect(translateError(Object.assign(new Error(message), error))).toMatchObject({ code })
})

test('an error whose cause is such an error gets the same code', () => {
  const error = new Error('A migration failed', { cause: Object.assign(new Error('x'), { code: '57P03' }) })
  expect(translateError(error)).toMatchObject({ code: 'unavailable' })
})

test('other errors are not translated', () => {
  const missing = Object.assign(new Error('no such file'), { code: 'ENOENT', syscall: 'open' })
  expect(translateError(missing)).toBe(missing)
  const error = Object.assign(new Error('syntax error'), { code: '42601' })
  expect(translateError(error)).toBe(error)
})

test('bad lengths and sizes name their limit as the texts of the screens expect it', () => {
  const schema = z.object({
    short: z.string().min(8),
    long: z.string().max(2),
    small: z.number().min(5),
    big: z.number().max(1),
  })
  const { error } = schema.safeParse({ short: 'abc', long: 'abc', small: 3, big: 3 })
  expect(validationError(error!, '').errors).toEqual([
    { path: 'short', code: 'too_short', params: { min: 8 } },
    { path: 'long', code: 'too_long', params: { max: 2 } },
    { path: 'small', code: 'too_small', params: { min: 5 } },
    { path: 'big', code: 'too_big', params: { max: 1 } },
  ])
})
