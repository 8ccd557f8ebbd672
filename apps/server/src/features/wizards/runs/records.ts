/** Reads records in the run's transaction, so that those it has made are seen. */
import type { DataRecord, linkedSchema } from '@muster/contract/records/records.schema'
import type { z } from 'zod'
import {
  all,
  livingRows,
  orderOf,
  pageSql,
  type Selection,
  selectionFrom,
} from '../../../engine/public.sql.ts'
import { accessTo, type Caller, scopeOf } from '../../../engine/public.ts'
import { ident, queryText, sql } from '../../../platform/db.ts'
import type { ActiveRun } from './active-run.ts'

export type Linked = z.infer<typeof linkedSchema>
export interface ReadRecords {
  items: DataRecord[]
  linked: Linked
}

/** Records of one page. */
export const pageLimit = 1000

/** The records with these ids that the caller may see, in this order. @param columns absent: all readable ones */
export async function readRecords(
  run: ActiveRun,
  caller: Caller,
  dataCollectionId: number,
  ids: readonly number[],
  columns?: readonly string[],
): Promise<ReadRecords> {
  if (ids.length === 0) return { items: [], linked: {} }
  const { model } = run
  const home = model.collections.get(dataCollectionId)?.homeId ?? dataCollectionId
  const scope = scopeOf({ model, caller, access: accessTo(model, caller, home) })
  const where = all([
    livingRows(scope),
    sql`${ident(scope.alias, 'record_id')} = any(${ids.slice(0, pageLimit)}::bigint[])`,
  ])
  const found = await readPage(run, selectionFrom(scope, where, orderOf([], scope)), pageLimit, columns)
  const byId = new Map(found.items.map((item) => [item.id, item]))
  return { ...found, items: ids.flatMap((id) => byId.get(id) ?? []) }
}

export async function readPage(
  run: ActiveRun,
  selection: Selection,
  limit: number,
  columns?: readonly string[],
): Promise<ReadRecords> {
  const [page] = await queryText(run.client, pageSql(selection, { fields: columns, limit }, null), false)
  return {
    items: JSON.parse(page?.[0] ?? '[]') as DataRecord[],
    linked: JSON.parse(page?.[1] ?? '{}') as Linked,
  }
}
