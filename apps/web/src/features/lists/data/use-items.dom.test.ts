import { expect, test } from 'vitest'
import { newNames } from './use-items.ts'

test('pasted lines that match no item are new, each once, ignoring case and accents', () => {
  const items = [{ name: 'North' }, { name: 'Écologie' }]
  expect(newNames(items, ['north', ' South ', '', 'SOUTH', 'ecologie', 'East'])).toEqual({
    names: ['South', 'East'],
    known: 3,
  })
  expect(newNames([], [' ', ''])).toEqual({ names: [], known: 0 })
})
