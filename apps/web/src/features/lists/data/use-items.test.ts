import { expect, test } from 'vitest'
import { newNames } from './use-items.ts'

test('of pasted lines those are new that no item is called, each once, whatever their case and accents', () => {
  const items = [{ name: 'North' }, { name: 'Écologie' }]
  expect(newNames(items, ['north', ' South ', '', 'SOUTH', 'ecologie', 'East'])).toEqual({
    names: ['South', 'East'],
    known: 3,
  })
  expect(newNames([], [' ', ''])).toEqual({ names: [], known: 0 })
})
