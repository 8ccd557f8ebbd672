import { expect, test } from 'vitest'
import { headingsOf } from '../table/columns.ts'
import { blocksOf, type Shown } from './blocks.ts'

const shown = (id: number, fieldGroupingKey = '') => ({ field: { id }, shown: { fieldGroupingKey } }) as Shown

const asText = (fields: readonly Shown[]) =>
  blocksOf(fields).map(({ title, fields: own }) => `${title}:${own.map(({ field }) => field.id).join()}`)

test('fields of one key are grouped where the first of them is', () => {
  const fields = [shown(1), shown(2, 'Contact'), shown(3), shown(4, 'Contact'), shown(5)]
  expect(asText(fields)).toEqual([':1', 'Contact:2,4', ':3,5'])
})

test('columns are not moved: only neighbours share a heading', () => {
  const fields = [shown(1, 'A'), shown(2, 'A'), shown(3), shown(4, 'A')]
  expect(headingsOf(fields).map(({ title, span }) => [title, span])).toEqual([
    ['A', 2],
    ['', 1],
    ['A', 1],
  ])
})
