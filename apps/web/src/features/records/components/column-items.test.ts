import type { DataField } from '@muster/contract/fields/fields.schema'
import { expect, it, vi } from 'vitest'
import type { GroupField } from '../data/groups.ts'
import type { Column } from '../data/layout.ts'
import { type ColumnActions, columnItems } from './column-items.ts'

const field = (dataType: string, columnName = 'one') => ({ columnName, dataType, settings: {} }) as DataField
const columnOf = (of: DataField | null, more: Partial<Column> = {}) =>
  ({ id: of?.columnName ?? '@createdAt', field: of, isName: false, isPinned: false, ...more }) as Column
const t = ((key: string) => key.replace('records:column.', '')) as unknown as Parameters<
  typeof columnItems
>[2]

function itemsOf(column: Column, more: Partial<ColumnActions> = {}) {
  const onGroup = vi.fn<(group: readonly GroupField[]) => void>()
  const nothing = () => {}
  const actions: ColumnActions = {
    canSort: true,
    sort: null,
    group: [],
    items: [],
    onEdit: null,
    onSort: nothing,
    onFilter: nothing,
    onPin: nothing,
    onHide: nothing,
    onFit: nothing,
    onGroup,
    ...more,
  }
  const items = columnItems(column, actions, t)
  const labels = items.map(({ label, isSeparated }) => (isSeparated ? `| ${label}` : label))
  return { labels, onGroup, item: (label: string) => items.find((one) => one.label === label) }
}

it('offers what a column can do, in sections', () => {
  const all = ['sortAsc', 'sortDesc', '| filter', 'group', '| fit', 'pin', 'hide', '| editField']
  const onEdit = vi.fn<() => void>()
  const edited = itemsOf(columnOf(field('plain_text')), { onEdit })
  expect(edited.labels).toEqual(all)
  edited.item('editField')?.action?.()
  expect(onEdit).toHaveBeenCalledOnce()
  // The name stays; a picture has no order and no groups; a list in the trash has no groups.
  const name = itemsOf(columnOf(field('plain_text'), { isName: true })).labels
  expect(name).toEqual(['sortAsc', 'sortDesc', '| filter', 'group', '| fit'])
  const picture = itemsOf(columnOf(field('single_image')), { canSort: false }).labels
  expect(picture).toEqual(['filter', '| fit', 'pin', 'hide'])
  expect(itemsOf(columnOf(null)).labels).not.toContain('group')
  expect(itemsOf(columnOf(field('plain_text')), { onGroup: null }).labels).not.toContain('group')
})

it('adds a level of groups, or removes it', () => {
  const other: GroupField = { field: 'other', direction: 'desc' }
  const added = itemsOf(columnOf(field('date')), { group: [other] })
  added.item('group')?.action?.()
  expect(added.onGroup).toHaveBeenCalledWith([other, { field: 'one', direction: 'asc', period: 'month' }])
  const own: GroupField = { field: 'one', direction: 'asc' }
  const removed = itemsOf(columnOf(field('plain_text')), { group: [own, other] })
  removed.item('ungroup')?.action?.()
  expect(removed.onGroup).toHaveBeenCalledWith([other])
  const group = ['a', 'b', 'c'].map((name): GroupField => ({ field: name, direction: 'asc' }))
  expect(itemsOf(columnOf(field('plain_text')), { group }).item('group')?.isDisabled).toBe(true)
})
