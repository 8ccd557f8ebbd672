import { expect, test } from 'vitest'
import { translateError } from './errors.ts'

test.each([
  ['the database stops', { code: '57P01', message: 'terminating connection' }, 'unavailable'],
  ['nobody listens at its port', { code: 'ECONNREFUSED', message: 'connect ECONNREFUSED' }, 'unavailable'],
  ['its connection breaks', { message: 'Connection terminated unexpectedly' }, 'unavailable'],
  [
    'PostgreSQL cannot extend a table',
    { code: '53100', message: 'could not extend' },
    'insufficient_storage',
  ],
  ['the file system is full', { code: 'ENOSPC', message: 'no space left' }, 'insufficient_storage'],
])('when %s, the answer says so', (_case, { message, ...error }, code) => {
  expect(translateError(Object.assign(new Error(message), error))).toMatchObject({ code })
})

test('an error that carries one of them is translated like it', () => {
  const error = new Error('A migration failed', { cause: Object.assign(new Error('x'), { code: '57P03' }) })
  expect(translateError(error)).toMatchObject({ code: 'unavailable' })
})

test('other errors stay as they are', () => {
  const error = Object.assign(new Error('syntax error'), { code: '42601' })
  expect(translateError(error)).toBe(error)
})
