/** Which collections a record may be put into by hand, and what else follows from it. */
import { AppError, type FieldError, type FieldErrorCode } from '@muster/contract/errors'
import type { Filter } from '@muster/contract/filters/ast'
import type { CollectionAccess, Rows } from '../access/access.ts'
import { type Caller, isUnlimited } from '../access/caller.ts'
import type { CollectionModel, TeamModel } from '../model/model.ts'

/** Living plain collections below the root: those whose members are rows. */
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
 * The collections named and the plain ones above them: who belongs to a child belongs to its parent.
 *
 * @param pathOf where the request names the collection at an index
 * @throws AppError validation_failed for one that is no plain collection of the tree
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
    // Everything belongs to its root.
    if (id === home.id) return
    if (!plain.has(id)) errors.push({ path: pathOf(index), code: refusalOf(model, home, id) })
    for (let at = plain.get(id); at; at = plain.get(at.parentId ?? 0)) all.add(at.id)
  })
  if (errors.length > 0) throw new AppError('validation_failed', { errors })
  return [...all]
}

/** Members of a smart collection follow from its filter; anything else is none of the tree. */
function refusalOf(model: TeamModel, home: CollectionModel, id: number): FieldErrorCode {
  const collection = model.collections.get(id)
  const isOfTree = collection !== undefined && collection.homeId === home.id && !collection.deletedAt
  return isOfTree && collection.isSmartCollection ? 'smart_members' : 'unknown_collection'
}

/** The collection and the plain ones below it: who leaves a parent leaves its children. */
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
 * Rights may hold for the members of a collection only. Who has such rights could widen them by moving records in,
 * so those collections are closed to him.
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
