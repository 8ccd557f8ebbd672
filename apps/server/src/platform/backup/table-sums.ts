/** Counts rows and computes checksums of all tables, to compare a restored database with the original. */
import pg from 'pg'

export interface TableSum {
  rows: string
  checksum: string
}
export type TableSums = Record<string, TableSum>

/**
 * The sums of every table, as the caller's transaction sees them. Each table is read inside a savepoint that
 * is rolled back, which releases its lock: the server's lock table is too small for those of all teams.
 */
export async function tableSums(client: pg.Client): Promise<TableSums> {
  await settleTexts(client)
  const { rows: tables } = await client.query<{ schema: string; name: string }>(
    `select n.nspname as schema, c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and c.relpersistence = 'p'
       and n.nspname <> 'information_schema' and n.nspname !~ '^pg_' order by 1, 2`,
  )
  const sums: TableSums = {}
  for (const { schema, name } of tables) {
    const table = `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)}`
    await client.query('savepoint one_table')
    try {
      sums[`${schema}.${name}`] = await tableSum(client, table)
    } catch (error) {
      // Dropped since the snapshot.
      if (!['42P01', '3F000'].includes((error as pg.DatabaseError).code ?? '')) throw error
    }
    await client.query('rollback to savepoint one_table')
  }
  return sums
}

/**
 * The sums of the tables that are the same in two snapshots, of which the earlier one lacks some transactions before a
 * moment and the later one has some after it: these tables are the same at the moment.
 */
export function equalSums(earlier: TableSums, later: TableSums): TableSums {
  return Object.fromEntries(
    Object.entries(earlier).filter(([table, { rows, checksum }]) => {
      const other = later[table]
      return other?.rows === rows && other.checksum === checksum
    }),
  )
}

/** A row is summed up as text, which depends on these settings of the transaction. */
export async function settleTexts(client: pg.ClientBase): Promise<void> {
  await client.query(`set local timezone = 'UTC'`)
  await client.query(`set local extra_float_digits = 1`)
}

/** @param table quoted, with its schema */
export async function tableSum(client: pg.ClientBase, table: string, where = 'true'): Promise<TableSum> {
  const { rows } = await client.query<TableSum>(
    `select count(*)::text as rows, coalesce(sum(hashtextextended(t::text, 0)), 0)::text as checksum
     from only ${table} t where ${where}`,
  )
  return rows[0] as TableSum
}

/** The first table that differs from what was noted, or undefined. */
export function firstDifference(noted: TableSums, found: TableSums): string | undefined {
  for (const [table, { rows, checksum }] of Object.entries(noted)) {
    const other = found[table]
    if (!other) return `${table} is missing`
    if (other.rows !== rows) return `${table} has ${other.rows} rows instead of ${rows}`
    if (other.checksum !== checksum) return `${table} has other values`
  }
  return undefined
}
