/** What the menu of a column's header offers, a line for each item. */
import type { DataField } from '@muster/contract/fields/fields.schema'
import type { useTranslation } from 'react-i18next'
import type { MenuItem } from '../../../ui/ActionMenu.tsx'
import { canGroupBy, type GroupField, groupedBy, mostGroupFields } from '../data/groups.ts'
import type { Column } from '../data/layout.ts'

export interface ColumnActions {
  canSort: boolean
  sort: 'asc' | 'desc' | null
  group: readonly GroupField[]
  /** Actions on the values of the field. */
  items: readonly MenuItem[]
  /** For those who may change the field. */
  onEdit: (() => void) | null
  onSort(direction: 'asc' | 'desc' | null): void
  onFilter(): void
  /** Null where records cannot be grouped. */
  onGroup: ((group: readonly GroupField[]) => void) | null
  onPin(isPinned: boolean): void
  onHide(): void
  onFit(): void
}

type T = ReturnType<typeof useTranslation<['records', 'common']>>['t']

export function columnItems(column: Column, actions: ColumnActions, t: T): MenuItem[] {
  const { field, isName, isPinned } = column
  const { canSort, onEdit, onGroup } = actions
  return sections(
    [canSort && sortItem('asc', actions, t), canSort && sortItem('desc', actions, t)],
    [
      { label: t('records:column.filter'), glyph: 'filter', action: actions.onFilter },
      field && onGroup && canGroupBy(field) && groupItem(field, actions.group, onGroup, t),
    ],
    [
      { label: t('records:column.fit'), glyph: 'swap', action: actions.onFit },
      !isName && {
        label: t(isPinned ? 'records:column.unpin' : 'records:column.pin'),
        glyph: 'pin',
        action: () => actions.onPin(!isPinned),
      },
      !isName && { label: t('records:column.hide'), glyph: 'eyeOff', action: actions.onHide },
    ],
    [...actions.items],
    [onEdit && { label: t('records:column.editField'), glyph: 'settings', action: onEdit }],
  )
}

/** The items that there are, with a line above each section but the first. */
function sections(...parts: (MenuItem | false | null | undefined)[][]): MenuItem[] {
  return parts
    .map((part) => part.flatMap((item) => item || []))
    .filter((part) => part.length > 0)
    .flatMap((part, n) => part.map((item, at) => (n > 0 && at === 0 ? { ...item, isSeparated: true } : item)))
}

function sortItem(way: 'asc' | 'desc', { sort, onSort }: ColumnActions, t: T): MenuItem {
  return {
    label: t(way === 'asc' ? 'records:column.sortAsc' : 'records:column.sortDesc'),
    glyph: way === 'asc' ? 'arrowUp' : 'arrowDown',
    isChecked: sort === way,
    action: () => onSort(sort === way ? null : way),
  }
}

function groupItem(
  field: DataField,
  group: readonly GroupField[],
  onGroup: (group: readonly GroupField[]) => void,
  t: T,
): MenuItem {
  const isGrouped = group.some((one) => one.field === field.columnName)
  const isFull = !isGrouped && group.length >= mostGroupFields
  return {
    label: t(isGrouped ? 'records:column.ungroup' : 'records:column.group'),
    glyph: 'list',
    isDisabled: isFull,
    ...(isFull ? { text: t('records:column.groupsFull') } : {}),
    action: () =>
      onGroup(
        isGrouped ? group.filter((one) => one.field !== field.columnName) : [...group, groupedBy(field)],
      ),
  }
}
