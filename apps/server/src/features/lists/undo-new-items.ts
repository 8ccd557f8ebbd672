/** Undoes and redoes what a change of type created in lists: items for texts, a list for a field. */

import { checkFiltersHold, type TypeChangeDetails } from '../../engine/public.design.ts'
import { always, fieldsUsing, usedItems } from '../../engine/public.sql.ts'
import {
  allOn,
  homesOf,
  type ModelChange,
  type MoveType,
  moveBack,
  systemFor,
  type TeamModel,
  type Undo,
  undoContext,
} from '../../engine/public.ts'
import { ident, one, sql } from '../../platform/db.ts'
import { restoreWithin, trashWithin } from '../collections/public.ts'

/**
 * Undo deletes items that a change of type created for texts, except those in use; redo restores them.
 *
 * @param newListId the list that was created with them, for which permissions are not checked
 * @param deletes whether to delete the created items or to restore the deleted ones
 */
export async function moveItems(undo: Undo, newListId: number | null, deletes: boolean): Promise<void> {
  const { executor, model, operation } = undo
  const wanted: readonly MoveType[] = deletes ? ['created', 'restored'] : ['deleted']
  for (const { home, types } of await homesOf(executor, model, operation.id)) {
    const caller = home === newListId ? systemFor(undo.caller.teamUserId, allOn(home)) : undo.caller
    const context = undoContext(undo, home, caller)
    if (!context) continue
    const only = deletes ? sql`l.record_id not in (${usedItems(model, home)})` : always
    for (const type of wanted.filter((type) => types.includes(type)))
      await moveBack(undo, context, type, { deletes, only })
  }
}

/** Restores a list that was created for a field, before the field uses it again. */
export async function restoreNewList(
  change: ModelChange,
  { before, newListId }: TypeChangeDetails,
): Promise<TeamModel> {
  if (newListId === null || before.settings.listId !== newListId) return change.model
  if (!change.model.collections.get(newListId)?.deletedAt) return change.model
  await restoreWithin(change, newListId)
  return change.reload()
}

/** Deletes a list that was created for a field, if it is empty and no field uses it. */
export async function trashNewList(
  change: ModelChange,
  { after, newListId }: TypeChangeDetails,
): Promise<void> {
  if (newListId === null || after.settings.listId !== newListId) return
  const { client, model } = change
  const list = model.collections.get(newListId)
  if (!list || list.deletedAt || fieldsUsing(model, newListId).length > 0) return
  const filled = await one(
    client,
    sql`select 1 from ${ident(model.schema, list.tableName)} where deleted_at is null limit 1`,
  )
  if (filled) return
  await trashWithin(change, newListId)
  checkFiltersHold(model, await change.reload())
}
