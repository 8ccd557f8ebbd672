/** How an audience changes when something is added or removed. */
import { expect, test } from 'vitest'
import { sourceOf, withoutRecord, withRecord, withSource } from './sources.ts'

test('a choice stands for its source', () => {
  expect(sourceOf('collection-3')).toEqual({ kind: 'collection', dataCollectionId: 3 })
  expect(sourceOf('view-4')).toEqual({ kind: 'view', dataViewId: 4 })
  expect(sourceOf('')).toBeNull()
})

test('a source is in a list once', () => {
  const one = { kind: 'view', dataViewId: 4 } as const
  expect(withSource([one], { ...one })).toEqual([one])
  expect(withSource([], one)).toEqual([one])
})

test('single people of a collection are one source, which goes with the last of them', () => {
  const one = withRecord([], 2, 10)
  const two = withRecord(withRecord(one, 2, 11), 2, 11)
  expect(two).toEqual([{ kind: 'records', dataCollectionId: 2, dataRecordIds: [10, 11] }])
  expect(withRecord(two, 3, 1)).toHaveLength(2)
  expect(withoutRecord(two, 2, 10)).toEqual([{ kind: 'records', dataCollectionId: 2, dataRecordIds: [11] }])
  expect(withoutRecord(one, 2, 10)).toEqual([])
})
