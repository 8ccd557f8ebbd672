/**
 * Items of custom lists can be deleted only if no record uses them. Used items are replaced: see
 * merge-items.ts.
 */
import { AppError } from '@muster/contract/errors'
import { type Executor, one, type Sql } from '../../platform/db.ts'
import type { CollectionModel, TeamModel } from '../model/model.ts'
import { countUses, fieldsUsing } from '../query/uses.sql.ts'

/**
 * @param ids relation with `id`
 * @throws AppError in_use `{as: 'item', count}`
 */
export async function checkUnused(
  executor: Executor,
  model: TeamModel,
  home: CollectionModel,
  ids: Sql,
): Promise<void> {
  if (!home.isUsedAsCustomList) return
  const fields = fieldsUsing(model, home.id)
  if (fields.length === 0) return
  const row = await one<{ count: number }>(executor, countUses(model, fields, ids))
  if (row && row.count > 0) throw new AppError('in_use', { params: { as: 'item', count: row.count } })
}
