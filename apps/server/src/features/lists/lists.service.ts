/** Functions for custom lists beyond those for all collections. */

import type { DataCollection } from '@muster/contract/collections/collections.schema'
import { AppError } from '@muster/contract/errors'
import type { ItemUse } from '@muster/contract/lists/lists.api'
import { addFields } from '../../engine/public.design.ts'
import { fieldsUsing, usesIn } from '../../engine/public.sql.ts'
import {
  type CollectionModel,
  changeModel,
  collectionOf,
  type Deps,
  homeContext,
  type ModelChange,
  type ModelDeps,
  type Scope,
  scopeOf,
  type TeamModel,
} from '../../engine/public.ts'
import { join, rows, sql } from '../../platform/db.ts'
import type { TeamUser } from '../../platform/http/context.ts'
import { firstFieldsOf, getCollection } from '../collections/public.ts'
import { listContext } from './merge-items.ts'

/**
 * Counts the uses of each item, in one statement for all fields that use the list.
 * @throws AppError not_found
 */
export async function itemUses(
  deps: Pick<Deps, 'pool' | 'models'>,
  teamUser: TeamUser,
  listId: number,
): Promise<ItemUse[]> {
  const model = await deps.models.get(teamUser.teamId)
  const context = { model, caller: teamUser }
  listContext(context, listId)
  const parts = fieldsUsing(model, listId).flatMap((field) => {
    const scope = ifVisible(() => scopeOf(homeContext(context, field.dataCollectionId)))
    return scope?.access.fields.has(field.columnName) ? [usesIn(field, scope)] : []
  })
  if (parts.length === 0) return []
  const found = await rows<{ itemId: number; dataFieldId: number; count: number }>(
    deps.pool,
    sql`select "itemId", "dataFieldId", count from (${join(parts, ' union all ')}) u order by 1, 2`,
  )
  const items = new Map<number, ItemUse>()
  for (const { itemId, dataFieldId, count } of found) {
    const item = items.get(itemId) ?? { itemId, count: 0, fields: [] }
    items.set(itemId, item)
    item.count += count
    item.fields.push({ dataFieldId, count })
  }
  return [...items.values()]
}

function ifVisible(make: () => Scope): Scope | null {
  try {
    return make()
  } catch (error) {
    if (error instanceof AppError) return null
    throw error
  }
}

/**
 * Adds the fields of new lists to an older one, such as names in a language that the team has added since.
 */
export async function completeList(
  deps: ModelDeps,
  teamUser: TeamUser,
  listId: number,
): Promise<DataCollection> {
  await changeModel(deps, teamUser.teamId, async (change) => {
    const list = collectionOf(change.model, listId)
    if (!list.isUsedAsCustomList || list.id !== list.homeId) throw new AppError('not_found')
    await addMissingFields(change, list)
  })
  return getCollection(deps, teamUser, listId)
}

/** Adds them to all lists of the team, within a change of its languages. Reloads the model. */
export async function completeLists(change: ModelChange): Promise<void> {
  for (const list of customLists(change.model)) await addMissingFields(change, list)
  await change.reload()
}

export function customLists({ collections }: TeamModel): CollectionModel[] {
  return [...collections.values()].filter(
    ({ id, homeId, isUsedAsCustomList, deletedAt }) => isUsedAsCustomList && id === homeId && !deletedAt,
  )
}

async function addMissingFields(change: ModelChange, list: CollectionModel): Promise<void> {
  const present = new Set([...list.fields, ...list.deletedFields].map(({ columnName }) => columnName))
  const wanted = (await firstFieldsOf(change, true)).filter(
    // Not the name: a list whose name field was replaced has another one.
    ({ columnName }) => columnName !== undefined && columnName !== 'name' && !present.has(columnName),
  )
  if (wanted.length > 0) await addFields(change, list.id, wanted)
}
