import { QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useOwnSetting } from './own-setting.ts'
import { queryClient } from './query-client.ts'
import { forgetUnsavedSettings } from './unsaved-settings.ts'

const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
)
const open = (key = 'grid.7') => renderHook(() => useOwnSetting(3, key), { wrapper })

/** What the next page of the tab is answered, and what it has kept. */
let onServer: unknown
let put: (value: unknown) => Promise<Response>
const saved: unknown[] = []

beforeEach(() => {
  sessionStorage.clear()
  onServer = 'before'
  saved.length = 0
  put = async (value) => {
    onServer = value
    return Response.json({ value })
  }
  vi.stubGlobal('fetch', async (_url: string, init: RequestInit) => {
    if (init.method !== 'PUT') return Response.json({ value: onServer })
    const { value } = JSON.parse(String(init.body)) as { value: unknown }
    saved.push(value)
    return put(value)
  })
  vi.spyOn(console, 'error').mockReturnValue()
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** Files share a page, and others keep something in it as well. */
const kept = () => Object.keys(sessionStorage).filter((name) => name.startsWith('unsaved '))

/** The page is gone, and what it knew with it. */
function leave({ unmount }: { unmount(): void }): void {
  unmount()
  queryClient.clear()
}

test('a page that comes before the setting is saved shows it, and saves it', async () => {
  const first = open()
  await waitFor(() => expect(first.result.current).toMatchObject({ value: 'before', isReady: true }))
  put = () => Promise.reject(new TypeError('The page was left'))
  act(() => first.result.current.set('after'))
  expect(first.result.current.value).toBe('after')
  leave(first)
  await waitFor(() => expect(saved).toEqual(['after']))
  put = async (value) => Response.json({ value })
  const second = open()
  expect(second.result.current).toMatchObject({ value: 'after', isReady: true })
  expect(open('grid.8').result.current.value).toBeUndefined()
  await waitFor(() => expect(saved).toEqual(['after', 'after']))
  await waitFor(() => expect(kept()).toHaveLength(0))
  leave(second)
  const third = open()
  expect(third.result.current).toMatchObject({ value: undefined, isReady: false })
  leave(third)
})

test('only the last of several values is saved', async () => {
  const hook = open()
  act(() => hook.result.current.set(1))
  act(() => hook.result.current.set(2))
  expect(saved).toEqual([])
  leave(hook)
  await waitFor(() => expect(kept()).toHaveLength(0))
  expect(saved).toEqual([2])
})

test('a value that is set while another is saved is kept until it is saved itself', async () => {
  let arrive = () => {}
  put = (value) => new Promise((resolve) => (arrive = () => resolve(Response.json({ value }))))
  const hook = open()
  act(() => hook.result.current.set(1))
  act(() => void window.dispatchEvent(new Event('pagehide')))
  act(() => hook.result.current.set(2))
  const arriveFirst = arrive
  arriveFirst()
  leave(hook)
  await waitFor(() => expect(saved).toEqual([1, 2]))
  expect(kept()).toHaveLength(1)
  arrive()
  await waitFor(() => expect(kept()).toHaveLength(0))
})

test('what the server refuses is not sent again, and nothing is left for another person', async () => {
  put = async () => Response.json({ code: 'forbidden' }, { status: 403 })
  const refused = open()
  act(() => refused.result.current.set(1))
  leave(refused)
  await waitFor(() => expect(kept()).toHaveLength(0))
  put = () => Promise.reject(new TypeError('offline'))
  const offline = open()
  act(() => offline.result.current.set(2))
  leave(offline)
  expect(kept()).toHaveLength(1)
  sessionStorage.setItem('else', '1')
  forgetUnsavedSettings()
  expect(kept()).toEqual([])
  expect(sessionStorage.getItem('else')).toBe('1')
})
