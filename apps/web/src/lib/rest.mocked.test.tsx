/** In a process of its own: the moment of rest comes once for a page, and others ask for it as well. */
import { act, renderHook, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { holdRest, useIsRested, whenRested } from './rest.ts'

test('a page that does not get what it shows first puts it off for ten seconds', async () => {
  vi.resetModules()
  vi.useFakeTimers()
  // Every moment is one without work.
  vi.stubGlobal('requestIdleCallback', (begin: () => void) => setTimeout(begin))
  const own = await import('./rest.ts')
  own.holdRest()
  const work = vi.fn()
  own.whenRested(work)
  vi.advanceTimersByTime(9999)
  expect(work).not.toHaveBeenCalled()
  // Its own task comes after.
  vi.advanceTimersByTime(2)
  expect(work).toHaveBeenCalledOnce()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('the first moment of rest after somebody asks counts, once for all', async () => {
  let rest = () => {}
  const idle = vi.fn((begin: () => void) => {
    rest = begin
    return 1
  })
  vi.stubGlobal('requestIdleCallback', idle)
  const first = renderHook(useIsRested)
  const second = renderHook(useIsRested)
  const work = vi.fn()
  whenRested(work)
  whenRested(work)
  expect([first.result.current, second.result.current]).toEqual([false, false])
  expect(work).not.toHaveBeenCalled()
  expect(idle).toHaveBeenCalledExactlyOnceWith(expect.any(Function), { timeout: 5000 })
  // Idle, because it waits for what it shows first.
  const releases = [holdRest(), holdRest()]
  act(() => rest())
  expect([first.result.current, second.result.current]).toEqual([false, false])
  releases[0]?.()
  releases[0]?.()
  expect(idle).toHaveBeenCalledOnce()
  releases[1]?.()
  expect(idle).toHaveBeenCalledTimes(2)
  act(() => rest())
  await waitFor(() => expect([first.result.current, second.result.current]).toEqual([true, true]))
  expect(renderHook(useIsRested).result.current).toBe(true)
  await expect.poll(() => work.mock.calls.length).toBe(1)
  whenRested(work)
  expect(work).toHaveBeenCalledTimes(2)
  vi.unstubAllGlobals()
})
