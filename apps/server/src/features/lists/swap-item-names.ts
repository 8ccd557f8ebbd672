/** Item names when the team's default data language changes. */

import { AppError } from '@muster/contract/errors'
import { itemColumns, nameColumn } from '@muster/contract/lists/items'
import type { Language } from '@muster/contract/paging'
import {
  allOn,
  type CollectionModel,
  lockRecords,
  type ModelChange,
  systemFor,
  treeContext,
  update,
} from '../../engine/public.ts'
import { ident, sql } from '../../platform/db.ts'
import { isDuplicate } from '../../platform/errors.ts'
import { customLists } from './lists.service.ts'

/**
 * Names of items and their names in the new default language change places, as one operation per list. An item
 * without such a name keeps the one it has, also as its name in the previous language. Items in the trash stay as
 * they are.
 *
 * @param change the lists have the columns for both languages, see `completeLists`
 * @returns the lists with changed items
 * @throws AppError validation_failed when the names of a list are unique and would not be any more
 */
export async function swapItemNames(
  change: ModelChange,
  teamUserId: number,
  from: Language,
  to: Language,
): Promise<number[]> {
  const changed: number[] = []
  for (const list of customLists(change.model)) {
    if ((await swapIn(change, list, teamUserId, from, to)) > 0) changed.push(list.id)
  }
  return changed
}

async function swapIn(
  { client, model }: ModelChange,
  list: CollectionModel,
  teamUserId: number,
  from: Language,
  to: Language,
): Promise<number> {
  const [nameIn, previousIn, nextIn] = [itemColumns.name, nameColumn(from), nameColumn(to)]
  const fields = [nameIn, previousIn, nextIn].flatMap((column) => list.fieldsByColumn.get(column) ?? [])
  const isUsual = fields.length === 3 && fields[0]?.id === list.nameFieldId
  // A list that was changed by hand has other names, which are left alone.
  if (!isUsual || fields.some(({ dataType }) => dataType !== 'plain_text')) return 0
  const [name, next] = [ident('i', nameIn), ident('i', nextIn)]
  const items = sql`${ident(model.schema, list.tableName)} i where i.deleted_at is null`
  await lockRecords(client, model, sql`select i.record_id from ${items}`)
  const context = treeContext(
    { model, caller: systemFor(teamUserId, allOn(list.id)), executor: client },
    list.id,
  )
  const done = await update(context, {
    source: sql`select i.record_id as id, 0 as "@n",
        jsonb_build_object(${nameIn}::text, coalesce(nullif(${next}, ''), ${name}), ${previousIn}::text, ${name},
          ${nextIn}::text, null) as "@v",
        null::int as "@ver", null::jsonb as "@expect"
      from ${items}`,
    fields,
    operation: { kind: 'update_records' },
    isStrict: true,
    trustsReferences: true,
  }).catch((error: unknown) => {
    if (!isDuplicate(error)) throw error
    throw new AppError('validation_failed', {
      errors: [{ path: 'defaultDataLanguage', code: 'not_unique' }],
      cause: error,
    })
  })
  return done.count
}
