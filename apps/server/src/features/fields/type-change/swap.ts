/** Renames a field's columns away and back: the old ones keep every value under another name until purged. */

import { linkTableName } from '../../../engine/public.design.ts'
import { homeTable, isLinks, storageOf } from '../../../engine/public.sql.ts'
import type { FieldModel, TeamModel } from '../../../engine/public.ts'
import { ident, run, sql, type Transaction } from '../../../platform/db.ts'

/** The renamed parts: columns of the collection's table, or the field's link table. */
export interface Kept {
  columns: { name: string; keptAs: string }[]
  linkTable: string | null
}

const maxNameLength = 63

/** @param mark the reason and the operation, e.g. `old_12`, which makes the names unique */
export async function setAside(
  client: Transaction,
  model: TeamModel,
  field: FieldModel,
  mark: string,
): Promise<Kept> {
  if (isLinks(field)) {
    const keptAs = `${linkTableName(field)}__${mark}`
    await renameTable(client, model, linkTableName(field), keptAs)
    return { columns: [], linkTable: keptAs }
  }
  const kept: Kept = { columns: [], linkTable: null }
  for (const [index, { name }] of storageOf(field).columns(field).entries()) {
    const suffix = `__${mark}${index === 0 ? '' : `_${index}`}`
    const keptAs = `${name.slice(0, maxNameLength - suffix.length)}${suffix}`
    await renameColumn(client, model, field, name, keptAs)
    kept.columns.push({ name, keptAs })
  }
  return kept
}

export async function takeBack(
  client: Transaction,
  model: TeamModel,
  field: FieldModel,
  kept: Kept,
): Promise<void> {
  if (kept.linkTable !== null) await renameTable(client, model, kept.linkTable, linkTableName(field))
  for (const { name, keptAs } of kept.columns) await renameColumn(client, model, field, keptAs, name)
}

async function renameTable(client: Transaction, model: TeamModel, from: string, to: string): Promise<void> {
  await run(client, sql`alter table ${ident(model.schema, from)} rename to ${ident(to)}`)
}

async function renameColumn(
  client: Transaction,
  model: TeamModel,
  field: FieldModel,
  from: string,
  to: string,
): Promise<void> {
  await run(client, sql`alter table ${homeTable(model, field)} rename column ${ident(from)} to ${ident(to)}`)
}
