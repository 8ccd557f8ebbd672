import { expect, it, test } from 'vitest'
import { partsOf, replacerOf } from './rewrite.ts'

const replace = (text: string, find: string, by: string, more = {}) =>
  replacerOf({ fields: [], find, with: by, matchCase: false, wholeValue: false, ...more })(text)

it('replaces every match as it is written, without case unless asked', () => {
  expect(replace('Main st., MAIN ST. 5', 'st.', 'Street')).toBe('Main Street, MAIN Street 5')
  expect(replace('Main st., MAIN ST.', 'ST.', 'Street', { matchCase: true })).toBe('Main st., MAIN Street')
  expect(replace('a-b/c{1}', '-b/c{1}', '')).toBe('a')
  expect(replace('cost: 5', '5', '$& $1 $$')).toBe('cost: $& $1 $$')
  expect(replace('École ÉCOLE', 'école', 'School')).toBe('School School')
})

it('replaces whole values alone', () => {
  expect(replace('Paris', 'paris', 'Lyon', { wholeValue: true })).toBe('Lyon')
  expect(replace('Paris 5', 'paris', 'Lyon', { wholeValue: true })).toBe('Paris 5')
  expect(replace('Paris\nParis', 'paris', 'Lyon', { wholeValue: true })).toBe('Paris\nParis')
})

test.each([
  ['Ada, Lovelace', ',', 2, ['Ada', 'Lovelace']],
  ['Ada, Lovelace, Countess', ',', 2, ['Ada', 'Lovelace, Countess']],
  ['Ada', ',', 3, ['Ada']],
  ['Ada,,1815', ',', 3, ['Ada', '', '1815']],
  [' Ada \t King  Lovelace ', ' ', 3, ['Ada', 'King', 'Lovelace']],
  ['1 Quay\n2000 Sydney', '\n', 2, ['1 Quay', '2000 Sydney']],
  ['1 Quay 5\n2000', ' ', 3, ['1', 'Quay', '5\n2000']],
  ['a.b.c', '.', 3, ['a', 'b', 'c']],
  ['a -> b', '->', 2, ['a', 'b']],
])('splits %j at %j into at most %i parts', (text, separator, count, parts) => {
  expect(partsOf(text, { separator, into: Array.from({ length: count }, String) })).toEqual(parts)
})
