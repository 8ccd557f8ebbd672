import { afterEach, expect, test, vi } from 'vitest'
import { currentZone, setZone } from './zone.ts'

afterEach(() => {
  vi.restoreAllMocks()
  setZone(null)
})

test('a zone is the one set last', () => {
  setZone('Asia/Tokyo')
  setZone('Europe/Paris')
  expect(currentZone()).toBe('Europe/Paris')
  setZone(null)
  expect(currentZone()).toBe(Intl.DateTimeFormat().resolvedOptions().timeZone)
})

test('one that the browser does not know changes nothing', () => {
  setZone('Asia/Tokyo')
  expect(currentZone()).toBe('Asia/Tokyo')
  setZone('Middle/Earth')
  expect(currentZone()).toBe('Asia/Tokyo')
})

test('setting one asks nothing of Intl: a page without times does not wait for it', () => {
  const asked = vi.spyOn(Intl, 'DateTimeFormat')
  setZone('Europe/Paris')
  expect(asked).not.toHaveBeenCalled()
  expect(currentZone()).toBe('Europe/Paris')
  expect(asked).toHaveBeenCalledTimes(1)
  currentZone()
  expect(asked).toHaveBeenCalledTimes(1)
})
