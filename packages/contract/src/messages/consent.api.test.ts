import { expect, test } from 'vitest'
import { consentApi, maxSuppressed } from './consent.api.ts'

const isTaken = (addresses: string[]) =>
  consentApi.suppress.body.safeParse({ deliveryMethodId: 'EMAIL', addresses }).success

test('a line that is no address does not refuse the others', () => {
  expect(isTaken(['a@example.org', 'x'])).toBe(true)
  expect(isTaken([' '])).toBe(false)
  expect(isTaken(Array(maxSuppressed).fill('a@example.org'))).toBe(true)
  expect(isTaken(Array(maxSuppressed + 1).fill('a@example.org'))).toBe(false)
})
