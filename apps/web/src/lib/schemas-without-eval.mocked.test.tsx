/** In a process of its own: the library asks once. */
import { expect, test, vi } from 'vitest'
import './schemas-without-eval.ts'

test('schemas are made and used without making functions from text', async () => {
  const made = vi.spyOn(globalThis, 'Function')
  const { createViewBody } = await import('@muster/contract/views/views.schema')
  expect(createViewBody.safeParse({}).success).toBe(false)
  expect(made).not.toHaveBeenCalled()
})
