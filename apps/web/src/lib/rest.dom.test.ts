import { act, renderHook } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { useIsRested } from './rest.ts'

test('the first moment of rest after somebody asks counts, once for all', () => {
  let rest = () => {}
  const idle = vi.fn((begin: () => void) => {
    rest = begin
    return 1
  })
  vi.stubGlobal('requestIdleCallback', idle)
  const first = renderHook(useIsRested)
  const second = renderHook(useIsRested)
  expect([first.result.current, second.result.current]).toEqual([false, false])
  expect(idle).toHaveBeenCalledOnce()
  act(() => rest())
  expect([first.result.current, second.result.current]).toEqual([true, true])
  expect(renderHook(useIsRested).result.current).toBe(true)
  vi.unstubAllGlobals()
})
