import { expect, it } from 'vitest'
import { inTreeOrder } from './use-collections.ts'

const collection = (id: number, pluralName: string, idParentDataCollection: number | null = null) => ({
  id,
  pluralName,
  idParentDataCollection,
})

it('sorts collections by name under their parents, as the sidebar does', () => {
  const all = [
    collection(1, 'Towns'),
    collection(2, 'élèves'),
    collection(3, 'Members', 4),
    collection(4, 'Groups'),
    collection(5, 'Admins', 4),
    collection(6, 'Orphans', 99),
  ]
  expect(inTreeOrder(all).map(({ collection: { pluralName }, depth }) => `${depth} ${pluralName}`)).toEqual([
    '0 élèves',
    '0 Groups',
    '1 Admins',
    '1 Members',
    '0 Orphans',
    '0 Towns',
  ])
})
