/** Which collections the sidebar shows, as a tree sorted by name (spec section 9). Pure. */
import type { DataCollection } from '@muster/contract/collections/collections.schema'

export interface Branch {
  collection: DataCollection
  children: Branch[]
}

/** A hidden parent does not hide its children: they move up to the nearest shown one. */
export function treeOf(all: readonly DataCollection[], compare: (a: string, b: string) => number): Branch[] {
  const byId = new Map(all.map((one) => [one.id, one]))
  const shown = new Set(
    all.filter(
      (one) =>
        one.isShownInSidebar && !one.isDeleted && !one.IsInternalConfiguration && !one.IsUsedAsCustomList,
    ),
  )
  const under = new Map<number | null, DataCollection[]>()
  for (const one of shown) {
    const parent = shownParent(one, byId, shown)
    under.set(parent, [...(under.get(parent) ?? []), one])
  }
  const grow = (parent: number | null): Branch[] =>
    (under.get(parent) ?? [])
      .sort((a, b) => compare(a.pluralName, b.pluralName))
      .map((collection) => ({ collection, children: grow(collection.id) }))
  return grow(null)
}

function shownParent(
  one: DataCollection,
  byId: ReadonlyMap<number, DataCollection>,
  shown: ReadonlySet<DataCollection>,
): number | null {
  const seen = new Set<number>([one.id])
  let parent = one.idParentDataCollection
  while (parent !== null && !seen.has(parent)) {
    seen.add(parent)
    const found = byId.get(parent)
    if (!found) return null
    if (shown.has(found)) return found.id
    parent = found.idParentDataCollection
  }
  return null
}
