import { expect, test } from 'vitest'
import { findIn, neighboursOf } from './search-navigation.ts'

test('goes through results in the order shown: by collection, best match first', () => {
  const items = [
    { id: 5, dataCollectionId: 1 },
    { id: 9, dataCollectionId: 2 },
    { id: 6, dataCollectionId: 1 },
  ]
  expect(neighboursOf(items, 5)).toEqual({ previous: null, next: 6 })
  expect(neighboursOf(items, 6)).toEqual({ previous: 5, next: 9 })
  expect(neighboursOf(items, 9)).toEqual({ previous: 6, next: null })
  expect(neighboursOf(items, 7)).toEqual({ previous: null, next: null })
})

test('reads the search from the address, ignoring invalid input', () => {
  expect(findIn({ find: ' votes ' })).toBe('votes')
  expect(findIn({ find: 1986 })).toBe('1986')
  for (const find of [undefined, '', '  ', true, ['x']]) expect(findIn({ find })).toBeNull()
})
