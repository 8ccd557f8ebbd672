/** Creates the indexes that views and smart collections need, and drops those that are no longer needed. */
import type pg from 'pg'
import { ident, rawSql, rows, run, sql } from '../../platform/db.ts'
import { homeTable } from '../model/home-table.ts'
import type { TeamModel } from '../model/model.ts'
import {
  ensureIndex,
  hasLongTexts,
  isLarge,
  type RequestedKind,
  requestedKinds,
  validityOf,
} from './indexes.ts'
import { ownPrefix, type WantedIndex, wantedIndexes } from './wanted.ts'

/** Per table, because more indexes would make writes too slow. */
const maxPerTable = 24

/**
 * @param client outside a transaction and without a time limit: indexes are built concurrently with writes
 */
export async function keepIndexes(
  client: pg.PoolClient,
  model: TeamModel,
): Promise<{ made: number; dropped: number }> {
  const wanted = wantedIndexes(model)
  const dropped = await dropUnwanted(client, model, new Set(wanted.map(({ name }) => name)))
  const made = new Map<number, number>()
  for (const index of wanted) {
    const count = made.get(index.homeId) ?? 0
    if (count >= maxPerTable) continue
    if (await make(client, model, index)) made.set(index.homeId, count + 1)
  }
  return { made: [...made.values()].reduce((sum, count) => sum + count, 0), dropped }
}

/** Creates an index if needed. @returns whether it exists now */
async function make(client: pg.PoolClient, model: TeamModel, index: WantedIndex): Promise<boolean> {
  const { name, kind, fields, definition, sortField } = index
  const [field] = fields
  if (!field) return false
  if (definition === null) {
    const known = requestedKinds.find((one): one is RequestedKind => one === kind)
    return known !== undefined && ensureIndex(client, model, { field, kind: known, sortField })
  }
  if (!(await isLarge(client, model, field))) return false
  const isValid = await validityOf(client, model, name)
  if (isValid) return true
  if (await hasLongTexts(client, model, fields)) return false
  if (isValid === false) await drop(client, model, name)
  const table = homeTable(model, field)
  await run(client, sql`create index concurrently if not exists ${ident(name)} on ${table} ${definition}`)
  // The planner needs statistics on the values to choose the index.
  await run(client, sql`analyze ${table}`)
  return true
}

async function dropUnwanted(
  client: pg.PoolClient,
  model: TeamModel,
  wanted: ReadonlySet<string>,
): Promise<number> {
  const found = await rows<{ name: string }>(
    client,
    sql`select indexname as name from pg_indexes
        where schemaname = ${model.schema} and indexname ~ ${`^${ownPrefix}[0-9a-f]{16}$`}`,
  )
  const unwanted = found.filter(({ name }) => !wanted.has(name))
  for (const { name } of unwanted) await drop(client, model, name)
  return unwanted.length
}

async function drop(client: pg.PoolClient, { schema }: TeamModel, name: string): Promise<void> {
  await run(client, sql`drop index concurrently if exists ${rawSql(`"${schema}"."${name}"`)}`)
}
