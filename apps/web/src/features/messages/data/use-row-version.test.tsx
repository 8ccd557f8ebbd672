import { act, renderHook } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { ApiError } from '../../../lib/api.ts'
import { useRowVersion } from './use-row-version.ts'

test('after a conflict the version is that which the row has now', async () => {
  const reread = async () => ({
    items: [
      { id: 6, version: 9 },
      { id: 7, version: 4 },
    ],
  })
  const { result } = renderHook(() => useRowVersion({ id: 7, version: 3 }, reread))
  const send = vi.fn(async (version: number | undefined) => {
    if (version !== 4) throw new ApiError(409, 'version_conflict')
    return 'saved'
  })
  await act(() => expect(result.current(send)).rejects.toThrow('version_conflict'))
  expect(await result.current(send)).toBe('saved')
  expect(send.mock.calls).toEqual([[3], [4]])
})
