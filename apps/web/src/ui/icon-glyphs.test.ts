import * as index from 'virtual:icon-glyphs'
import { icons } from 'virtual:icon-search'
import { type Language, languages } from '@muster/contract/paging'
import { expect, test } from 'vitest'
import en from '../../../../packages/contract/locales/en/icons.json'
import es from '../../../../packages/contract/locales/es/icons.json'
import fr from '../../../../packages/contract/locales/fr/icons.json'
import { type LabelOf, searchIcons } from './IconGrid.tsx'
import { drawn, type IconStyle, parseIcon } from './icon-glyphs.ts'

test('names are parsed with their style, without modifiers and in older forms', () => {
  expect(parseIcon('fad fa-house')).toEqual({ style: 'fad', name: 'house' })
  expect(parseIcon('far fa-star fa-fw')).toEqual({ style: 'far', name: 'star' })
  expect(parseIcon('fa fa-user-alt')).toEqual({ style: 'fas', name: 'user-alt' })
  expect(parseIcon('user')).toEqual({ style: 'fas', name: 'user' })
})

test('a name is drawn in its style if that exists, older names too, unknown ones not', () => {
  expect(drawn('far fa-user', index)).toMatchObject({ style: 'far', hasOutline: true })
  expect(drawn('far fa-landmark', index)).toMatchObject({ style: 'fas' })
  expect(drawn('fad fa-flag', index)?.style).toBe('fad')
  expect(drawn('fas fa-user-alt', index)?.glyph).toBe(drawn('fas fa-user-large', index)?.glyph)
  expect(drawn('fas fa-no-such-thing', index)).toBeNull()
  expect(drawn('', index)).toBeNull()
})

const labels = { en, es, fr } satisfies Record<Language, Record<string, string>>
const labelsIn =
  (language: Language): LabelOf =>
  (name) =>
    (labels[language] as Record<string, string>)[name] ?? ''

test('icons are found by meaning, exact names first', () => {
  const find = (query: string, style: IconStyle = 'fas') => searchIcons(query, style, labelsIn('en'))
  expect(find('user')[0]).toBe('user')
  expect(find('person profile')).toContain('user')
  expect(find('zzzz')).toEqual([])
  expect(find('', 'far').length).toBeLessThan(find('').length)
})

test('icons are found by their label in the person’s language and by the English one, ignoring accents', () => {
  expect(searchIcons('corazon', 'fas', labelsIn('es'))[0]).toBe('heart')
  expect(searchIcons('CORAZÓN roto', 'fas', labelsIn('es'))).toEqual(['heart-crack'])
  expect(searchIcons('oeil', 'fas', labelsIn('fr'))[0]).toBe('eye')
  expect(searchIcons('epi de ble', 'fas', labelsIn('fr'))).toContain('wheat-awn')
  expect(searchIcons('heart', 'fas', labelsIn('fr'))[0]).toBe('heart')
  expect(searchIcons('corazon', 'fas', labelsIn('en'))).toEqual([])
})

test('every offered icon has a label of its own in each language', () => {
  const offered = icons.map(([name]) => name).sort()
  for (const language of languages) {
    const own = labels[language]
    expect(Object.keys(own).sort()).toEqual(offered)
    expect(new Set(Object.values(own)).size).toBe(offered.length)
  }
})
