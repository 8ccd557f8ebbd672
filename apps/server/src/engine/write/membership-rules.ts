/** Rules of manual membership: which collections records can be added to, and which others follow. */
import { AppError, type FieldError, type FieldErrorCode } from '@muster/contract/errors'
import type { Filter } from '@muster/contract/filters/ast'
import type { CollectionAccess, Rows } from '../access/access.ts'
import { type Caller, isUnlimited } from '../access/caller.ts'
import type { CollectionModel, TeamModel } from '../model/model.ts'

/** Plain collections below the root, without the trash. Their members are rows of `membership`. */
export function plainChildren(model: TeamModel, home: CollectionModel): CollectionModel[] {
  return [...model.collections.values()].filter(
    (collection) =>
      collection.homeId === home.id &&
      collection.parentId !== null &&
      !collection.isSmartCollection &&
      !collection.deletedAt,
  )
}

/**
 * The collections and their plain ancestors, because members of a child also belong to its parent.
 *
 * @param pathOf path in the request of the collection at an index
 * @throws AppError validation_failed for an id that is not a plain collection of the tree
 */
export function withAncestors(
  model: TeamModel,
  home: CollectionModel,
  ids: readonly number[],
  pathOf: (index: number) => string,
): number[] {
  const plain = new Map(plainChildren(model, home).map((collection) => [collection.id, collection]))
  const errors: FieldError[] = []
  const all = new Set<number>()
  ids.forEach((id, index) => {
    // All records belong to their root.
    if (id === home.id) return
    if (!plain.has(id)) errors.push({ path: pathOf(index), code: refusalOf(model, home, id) })
    for (let at = plain.get(id); at; at = plain.get(at.parentId ?? 0)) all.add(at.id)
  })
  if (errors.length > 0) throw new AppError('validation_failed', { errors })
  return [...all]
}

/** The error code for a collection to which records cannot be added: it is smart, or not in the tree. */
function refusalOf(model: TeamModel, home: CollectionModel, id: number): FieldErrorCode {
  const collection = model.collections.get(id)
  const isOfTree = collection !== undefined && collection.homeId === home.id && !collection.deletedAt
  return isOfTree && collection.isSmartCollection ? 'smart_members' : 'unknown_collection'
}

/** The collection and its plain descendants, because leaving a parent means leaving its children. */
export function withDescendants(model: TeamModel, home: CollectionModel, id: number): number[] {
  const plain = plainChildren(model, home)
  const all = new Set([id])
  for (let size = 0; size !== all.size; ) {
    size = all.size
    for (const { id: child, parentId } of plain) if (parentId !== null && all.has(parentId)) all.add(child)
  }
  return [...all]
}

/**
 * Checks that the caller's own permissions do not depend on membership of these collections. Otherwise they
 * could extend their access by adding records.
 *
 * @throws AppError access_denied
 */
export function checkMayAssign(access: CollectionAccess, caller: Caller, ids: readonly number[]): void {
  if (isUnlimited(caller) || ids.length === 0) return
  if (access.updatable === 'none') throw new AppError('access_denied')
  const closed = new Set<number>()
  const fields = [...access.fields.values()].flatMap(({ read, update }) => [read, update])
  for (const rows of [access.visible, access.metadata, access.deletable, ...fields]) collect(rows, closed)
  if (ids.some((id) => closed.has(id))) throw new AppError('access_denied')
}

function collect(rows: Rows, into: Set<number>): void {
  if (rows === 'all' || rows === 'none') return
  const walk = (filter: Filter): void => {
    if ('and' in filter) filter.and.forEach(walk)
    else if ('or' in filter) filter.or.forEach(walk)
    else if ('not' in filter) walk(filter.not)
    else {
      if (filter.field === '@collections') for (const id of [filter.value].flat()) into.add(Number(id))
      if (filter.where) walk(filter.where)
    }
  }
  walk(rows)
}
