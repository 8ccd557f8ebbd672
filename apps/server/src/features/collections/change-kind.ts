/**
 * Changes a collection between plain and smart. Becoming smart discards the manual members; becoming plain
 * turns the records that match at that moment into manual members.
 */

import { isDeepStrictEqual } from 'node:util'
import type { UpdateCollection } from '@muster/contract/collections/collections.schema'
import { AppError } from '@muster/contract/errors'
import type { Filter } from '@muster/contract/filters/ast'
import { systemFields } from '@muster/contract/filters/ast'
import { checkMembershipFilter } from '../../engine/public.design.ts'
import { filterToSql, readsAllOf } from '../../engine/public.sql.ts'
import {
  bulk,
  type CollectionModel,
  checkMayAssign,
  collectionOf,
  type Deps,
  homeOf,
  invalid,
  scopeOf,
  type TeamModel,
  treeContext,
} from '../../engine/public.ts'
import type { Transaction } from '../../platform/db.ts'
import type { TeamUser } from '../../platform/http/context.ts'
import { removeMembers } from './collections.repo.ts'

export type KindDeps = Pick<Deps, 'pool' | 'models' | 'live' | 'jobs'>

export interface Kind {
  isSmartCollection: boolean
  /** Undefined if unchanged. */
  membershipDataFilter?: Filter | null
}

/** @throws AppError filter_invalid; validation_failed for a missing filter, or one on a plain collection */
export function kindAfter(
  model: TeamModel,
  collection: CollectionModel,
  { isSmartCollection = collection.isSmartCollection, membershipDataFilter: filter }: UpdateCollection,
): Kind {
  if (!isSmartCollection) {
    if (filter) throw invalid('membershipDataFilter', 'read_only')
    return { isSmartCollection, membershipDataFilter: null }
  }
  if (collection.parentId === null) throw invalid('isSmartCollection', 'invalid')
  if (filter === undefined && collection.isSmartCollection) return { isSmartCollection }
  if (!filter) throw invalid('membershipDataFilter', 'required')
  return {
    isSmartCollection,
    membershipDataFilter: checkMembershipFilter(model, homeOf(model, collection), collection.id, filter),
  }
}

/** Compares the filters, because clients may send a whole collection back unchanged. */
export function isOtherFilter(collection: CollectionModel, { membershipDataFilter }: Kind): boolean {
  if (membershipDataFilter === undefined) return false
  return !isDeepStrictEqual(membershipDataFilter, collection.membershipDataFilter)
}

/**
 * A smart collection's filter reads all data, and its members would reveal values.
 * @throws AppError filter_invalid with `not_readable` for a filter on values that the caller may not always
 * read
 */
export function checkFilterReadable(model: TeamModel, teamUser: TeamUser, id: number): void {
  const { membershipDataFilter: filter, homeId } = collectionOf(model, id)
  if (!filter || readsAllOf(model, teamUser, homeId, filter)) return
  throw new AppError('filter_invalid', { errors: [{ path: 'membershipDataFilter', code: 'not_readable' }] })
}

const manualOrder = 'manual'
const systemOrders: ReadonlySet<string> = new Set(Object.keys(systemFields))

/** @throws AppError validation_failed for an order that the collection cannot have */
export function orderAfter(
  collection: CollectionModel,
  isSmart: boolean,
  { membershipOrder: order }: UpdateCollection,
): string | null | undefined {
  const isPlainChild = collection.parentId !== null && !isSmart
  if (order === undefined)
    return collection.membershipOrder === manualOrder && !isPlainChild ? null : undefined
  if (order === null || (order === manualOrder && isPlainChild)) return order
  const name = order.startsWith('-') ? order.slice(1) : order
  const isField = collection.fieldsByColumn.get(name)?.type.isSortable
  if (!isField && !(systemOrders.has(name) && name !== '@collections')) {
    throw invalid('membershipOrder', order === manualOrder ? 'invalid' : 'unknown_field')
  }
  return order
}

/** Further work of a change of kind: within the transaction, and after it. */
interface KindChange {
  within(client: Transaction): Promise<void>
  after(deps: KindDeps): Promise<void>
}

/** @throws AppError access_denied for users who may not add all matching records to the collection */
export function kindChange(
  model: TeamModel,
  teamUser: TeamUser,
  collection: CollectionModel,
  { isSmartCollection }: Kind,
): KindChange | null {
  if (isSmartCollection === collection.isSmartCollection) return null
  const filter = collection.membershipDataFilter
  const fill = !isSmartCollection && filter ? addMatches(model, teamUser, collection, filter) : null
  return {
    // Members from an earlier time as a plain collection must not reappear.
    within: (client) => removeMembers(client, model.schema, collection.id),
    async after(deps) {
      await fill?.(deps)
      deps.live.recordsChanged(model.teamId, collection.homeId, 'all')
    },
  }
}

/** Runs as one operation; a large one continues in the background. */
function addMatches(
  model: TeamModel,
  teamUser: TeamUser,
  { id, parentId, homeId }: CollectionModel,
  filter: Filter,
): (deps: KindDeps) => Promise<void> {
  const from = parentId ?? homeId
  const tree = treeContext({ model, caller: teamUser }, from)
  const { access } = tree
  if (access.visible !== 'all' || access.updatable !== 'all') throw new AppError('access_denied')
  checkMayAssign(access, teamUser, [id])
  try {
    filterToSql(filter, scopeOf(tree))
  } catch (error) {
    // It names a field that the user may not read.
    throw new AppError('access_denied', { cause: error })
  }
  return async (deps) => {
    const now = await deps.models.get(model.teamId)
    const context = treeContext({ model: now, caller: teamUser, executor: deps.pool }, from)
    await bulk(deps, context, { addTo: id, target: { filter } })
  }
}
