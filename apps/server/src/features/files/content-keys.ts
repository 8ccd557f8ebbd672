/** Lists the contents that a backup has to include. */
import pg from 'pg'
import { teamSchema } from '../../platform/migrate.ts'
import { keyOf } from './file-store.ts'

/**
 * Storage keys of all contents of all teams, in the client's snapshot. Each table is read inside a savepoint
 * that is rolled back, which releases its lock.
 */
export async function contentKeys(client: pg.Client): Promise<string[]> {
  const { rows: schemas } = await client.query<{ teamId: string }>(
    `select substr(n.nspname, 6) as "teamId"
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relname = 'file' and c.relkind = 'r' and n.nspname ~ '^team_[0-9]+$' order by n.nspname`,
  )
  const keys: string[] = []
  for (const { teamId } of schemas) {
    await client.query('savepoint one_team')
    keys.push(...(await teamContentKeys(client, Number(teamId))))
    await client.query('rollback to savepoint one_team')
  }
  return keys
}

/** Storage keys of all contents of a team. */
export async function teamContentKeys(client: pg.ClientBase, teamId: number): Promise<string[]> {
  const { rows } = await client.query<{ sha256: string }>(
    `select distinct sha256 from ${pg.escapeIdentifier(teamSchema(teamId))}.file order by 1`,
  )
  return rows.map(({ sha256 }) => keyOf(teamId, sha256))
}
