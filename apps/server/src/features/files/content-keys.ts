/** Lists the contents that a backup has to include. */
import pg from 'pg'
import { keyOf } from './file-store.ts'

/**
 * Storage keys of all contents of all teams, in the client's snapshot. Each table is read inside a savepoint
 * that is rolled back, which releases its lock.
 */
export async function contentKeys(client: pg.Client): Promise<string[]> {
  const { rows: schemas } = await client.query<{ schema: string; teamId: string }>(
    `select n.nspname as schema, substr(n.nspname, 6) as "teamId"
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relname = 'file' and c.relkind = 'r' and n.nspname ~ '^team_[0-9]+$' order by 1`,
  )
  const keys: string[] = []
  for (const { schema, teamId } of schemas) {
    await client.query('savepoint one_team')
    const { rows } = await client.query<{ sha256: string }>(
      `select distinct sha256 from ${pg.escapeIdentifier(schema)}.file order by 1`,
    )
    await client.query('rollback to savepoint one_team')
    for (const { sha256 } of rows) keys.push(keyOf(Number(teamId), sha256))
  }
  return keys
}
