import * as index from 'virtual:icon-glyphs'
import { expect, test } from 'vitest'
import { searchIcons } from './IconGrid.tsx'
import { drawn, parseIcon } from './icon-glyphs.ts'

test('names are read with their style, modifiers and older forms aside', () => {
  expect(parseIcon('fad fa-house')).toEqual({ style: 'fad', name: 'house' })
  expect(parseIcon('far fa-star fa-fw')).toEqual({ style: 'far', name: 'star' })
  expect(parseIcon('fa fa-user-alt')).toEqual({ style: 'fas', name: 'user-alt' })
  expect(parseIcon('user')).toEqual({ style: 'fas', name: 'user' })
})

test('a name is drawn in its style where that exists, older names too, unknown ones not', () => {
  expect(drawn('far fa-user', index)).toMatchObject({ style: 'far', hasOutline: true })
  expect(drawn('far fa-landmark', index)).toMatchObject({ style: 'fas' })
  expect(drawn('fad fa-flag', index)?.style).toBe('fad')
  expect(drawn('fas fa-user-alt', index)?.glyph).toBe(drawn('fas fa-user-large', index)?.glyph)
  expect(drawn('fas fa-no-such-thing', index)).toBeNull()
  expect(drawn('', index)).toBeNull()
})

test('icons are found by meaning, those of that name first', () => {
  expect(searchIcons('user', 'fas')[0]).toBe('user')
  expect(searchIcons('person profile', 'fas')).toContain('user')
  expect(searchIcons('zzzz', 'fas')).toEqual([])
  expect(searchIcons('', 'far').length).toBeLessThan(searchIcons('', 'fas').length)
})
