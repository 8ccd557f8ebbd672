/** Which places a window reports of itself. */
import { renderHook } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { noteField, useHere } from './presence.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('a field that is edited is part of the place, unless its record is not created yet', async () => {
  vi.useFakeTimers()
  const places: unknown[] = []
  vi.stubGlobal('fetch', async (_url: string, init: RequestInit) => {
    places.push(JSON.parse(init.body as string).place)
    return Response.json({ people: [] })
  })
  const here = { dataCollectionId: 7, dataRecordId: null, field: null }
  // A moment after each step, in which it is sent.
  const after = async (step: () => void) => {
    places.length = 0
    step()
    await vi.advanceTimersByTimeAsync(1000)
    return [...places]
  }
  let leave = () => {}
  expect(
    await after(() => {
      leave = renderHook(() => useHere(1, 7, null)).unmount
    }),
  ).toEqual([here])
  expect(await after(() => noteField(5, 'name'))).toEqual([{ ...here, dataRecordId: 5, field: 'name' }])
  expect(await after(() => noteField(5, null))).toEqual([here])
  // The empty row, and a record whose creation is under way.
  for (const id of [0, -3]) expect(await after(() => noteField(id, 'name'))).toEqual([])
  expect(await after(leave)).toEqual([null])
})
