/** The selected records: some by id, or all of the list except some. Positions change, ids do not. */
import type { Filter } from '@muster/contract/filters/ast'
import type { Target } from '@muster/contract/records/records.schema'

export type Selection =
  | { kind: 'some'; ids: ReadonlySet<number> }
  | { kind: 'all'; except: ReadonlySet<number> }

export const noSelection: Selection = { kind: 'some', ids: new Set() }
export const allSelected: Selection = { kind: 'all', except: new Set() }

export const isSelected = (selection: Selection, id: number): boolean =>
  selection.kind === 'some' ? selection.ids.has(id) : !selection.except.has(id)

export function withIds(selection: Selection, ids: Iterable<number>, isTicked: boolean): Selection {
  const isAdding = selection.kind === 'some' ? isTicked : !isTicked
  const next = new Set(selection.kind === 'some' ? selection.ids : selection.except)
  for (const id of ids) {
    if (isAdding) next.add(id)
    else next.delete(id)
  }
  return selection.kind === 'some' ? { kind: 'some', ids: next } : { kind: 'all', except: next }
}

/** How many; null where all are selected and the total is unknown. */
export function countSelected(selection: Selection, total: number | null): number | null {
  if (selection.kind === 'some') return selection.ids.size
  return total === null ? null : Math.max(0, total - selection.except.size)
}

export const isEmptySelection = (selection: Selection, total: number | null): boolean =>
  selection.kind === 'some' ? selection.ids.size === 0 : total !== null && selection.except.size >= total

/** The target of a bulk operation; `list` is the target of the whole list. */
export function targetOf(selection: Selection, list: Target): Target {
  if (selection.kind === 'some') return { ids: [...selection.ids] }
  if (selection.except.size === 0 || !('filter' in list)) return list
  const others: Filter[] = [...selection.except].map((id) => ({ field: '@id', op: 'isNot', value: id }))
  return { ...list, filter: { and: [list.filter, ...others] } }
}
