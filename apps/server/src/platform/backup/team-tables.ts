/** Which rows of schema `muster` belong to a team: those with its id, and those that are deleted with them. */
import type pg from 'pg'

export interface TeamTable {
  name: string
  /** Quoted, without generated ones. */
  columns: string[]
  /** A condition on the table's columns. */
  where: string
}

/**
 * The log of what administrators did stays with the installation. The others belong to a session or a run, or are
 * files that are kept for some days.
 */
const excluded = new Set([
  'audit_event',
  'data_export',
  'data_import',
  'file_removal',
  'idempotency_key',
  'seeing_as',
])

export async function teamTables(client: pg.ClientBase, teamId: number): Promise<TeamTable[]> {
  const { rows: tables } = await client.query<{ name: string; columns: string[]; hasTeam: boolean }>(
    `select c.relname as name, bool_or(a.attname = 'team_id') as "hasTeam",
       array_agg(quote_ident(a.attname) order by a.attnum) filter (where a.attgenerated = '') as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = 'muster'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
     group by 1 order by 1`,
  )
  const { rows: references } = await client.query<{ from: string; column: string; to: string; key: string }>(
    `select c.relname as from, quote_ident(a.attname) as column, p.relname as to, quote_ident(k.attname) as key
     from pg_constraint o
       join pg_class c on c.oid = o.conrelid join pg_attribute a on a.attrelid = c.oid and a.attnum = o.conkey[1]
       join pg_class p on p.oid = o.confrelid join pg_attribute k on k.attrelid = p.oid and k.attnum = o.confkey[1]
     where o.connamespace = 'muster'::regnamespace and o.contype = 'f' and o.confdeltype = 'c'
       and cardinality(o.conkey) = 1
     order by c.relname, o.conname`,
  )
  const conditions = new Map([['team', `id = ${teamId}`]])
  for (const { name, hasTeam } of tables) {
    if (hasTeam && !excluded.has(name)) conditions.set(name, `team_id = ${teamId}`)
  }
  for (let before = 0; before < conditions.size; ) {
    before = conditions.size
    for (const { from, column, to, key } of references) {
      const where = conditions.get(to)
      if (!where || conditions.has(from) || excluded.has(from)) continue
      conditions.set(from, `${column} in (select ${key} from muster."${to}" where ${where})`)
    }
  }
  return tables.flatMap(({ name, columns }) => {
    const where = conditions.get(name)
    return where === undefined ? [] : [{ name, columns, where }]
  })
}
