import type { DataCollection } from '@muster/contract/collections/collections.schema'
import { expect, test } from 'vitest'
import { type Branch, treeOf } from './collection-tree.ts'

const one = (id: number, pluralName: string, parent: number | null = null, more: object = {}) =>
  ({
    id,
    pluralName,
    idParentDataCollection: parent,
    isShownInSidebar: true,
    isDeleted: false,
    IsInternalConfiguration: false,
    IsUsedAsCustomList: false,
    ...more,
  }) as DataCollection

const namesOf = (branches: Branch[]): unknown[] =>
  branches.map(({ collection, children }) =>
    children.length > 0 ? [collection.pluralName, namesOf(children)] : collection.pluralName,
  )
const compare = (a: string, b: string) => a.localeCompare(b, 'en')

test('collections form a tree, sorted by name', () => {
  const all = [one(1, 'People'), one(2, 'Offices'), one(3, 'Senators', 1), one(4, 'Members', 1)]
  expect(namesOf(treeOf(all, compare))).toEqual(['Offices', ['People', ['Members', 'Senators']]])
})

test('hidden, deleted and internal ones and lists are left out; children of a hidden one move up', () => {
  const all = [
    one(1, 'People', null, { isShownInSidebar: false }),
    one(2, 'Senators', 1),
    one(3, 'Gone', null, { isDeleted: true }),
    one(4, 'Parties', null, { IsUsedAsCustomList: true }),
    one(5, 'Tasks', null, { IsInternalConfiguration: true }),
  ]
  expect(namesOf(treeOf(all, compare))).toEqual(['Senators'])
})
