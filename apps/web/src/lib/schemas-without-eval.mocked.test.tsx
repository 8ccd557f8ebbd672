/** In a process of its own: the library asks once. */
import { expect, test, vi } from 'vitest'
import './schemas-without-eval.ts'
import { z } from 'zod'

test('schemas are made and used without making functions from text', () => {
  const made = vi.spyOn(globalThis, 'Function')
  expect(z.object({ name: z.string() }).parse({ name: 'Ada' })).toEqual({ name: 'Ada' })
  expect(made).not.toHaveBeenCalled()
  expect(z.config().jitless).toBe(true)
})
