/** Brings the schema `muster` and every team's schema up to date from numbered, forward-only SQL files. */
import crypto from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { StartError } from './start-error.ts'

/** A migration file: `0003_bookmarks.sql` is number 3. */
export interface Migration {
  number: number
  name: string
  sql: string
}

type Family = 'muster' | 'team'

/** Any connection that is not shared while we use it. */
type Connection = pg.ClientBase

/** Locks taken while migrating, so that of several starting processes one works and the others wait. */
const lockKeys = { muster: 6_301_001, teams: 6_301_002 }

/**
 * The folder with `muster/` and `team/`. It is looked for upwards, because this file runs both from `src/platform`
 * and bundled in `dist`.
 */
export const migrationsFolder = findMigrationsFolder(import.meta.dirname)

function findMigrationsFolder(from: string): string {
  const folder = path.join(from, 'migrations')
  if (fs.existsSync(path.join(folder, 'muster'))) return folder
  const parent = path.dirname(from)
  if (parent === from) throw new Error('The folder "migrations" is missing beside the server')
  return findMigrationsFolder(parent)
}

/** The migrations of one family in order. @throws Error when a name is not NNNN_name.sql or a number is missing */
export function readMigrations(family: Family, folder = migrationsFolder): Migration[] {
  const names = fs.readdirSync(path.join(folder, family)).filter((name) => name.endsWith('.sql'))
  return names.sort().map((name, index) => {
    const number = Number(/^(\d{4})_[a-z0-9_]+\.sql$/.exec(name)?.[1])
    if (number !== index + 1) {
      throw new Error(
        `migrations/${family}/${name}: expected a name that begins with ${String(index + 1).padStart(4, '0')}_`,
      )
    }
    return { number, name, sql: fs.readFileSync(path.join(folder, family, name), 'utf8') }
  })
}

/** Changes whenever any migration does; names the template that tests clone. */
export function migrationsHash(folder = migrationsFolder): string {
  const hash = crypto.createHash('sha256')
  for (const family of ['muster', 'team'] as const) {
    for (const { name, sql } of readMigrations(family, folder)) hash.update(`${family}/${name}\0${sql}\0`)
  }
  return hash.digest('hex').slice(0, 16)
}

/**
 * Brings the schema `muster` up to date. Each file runs in a transaction of its own together with its row in
 * `muster.migration`, so a failing one leaves the database as the one before it did.
 *
 * @throws StartError when an applied file was changed since, or the database is newer than this program
 */
export async function migrateMuster(pool: pg.Pool, folder = migrationsFolder): Promise<void> {
  const migrations = readMigrations('muster', folder)
  await withLock(pool, lockKeys.muster, async (client) => {
    await client.query(`
      create schema if not exists muster;
      create table if not exists muster.migration (
        number int primary key,
        name text not null,
        hash text not null,
        applied_at timestamptz not null default now()
      )`)
    const applied = await client.query<{ number: number; name: string; hash: string }>(
      'select number, name, hash from muster.migration order by number',
    )
    for (const row of applied.rows) checkApplied(row, migrations[row.number - 1])
    for (const migration of migrations.slice(applied.rows.length)) {
      await inTransaction(client, async () => {
        await run(client, `muster/${migration.name}`, migration.sql)
        await client.query('insert into muster.migration (number, name, hash) values ($1, $2, $3)', [
          migration.number,
          migration.name,
          hashOf(migration),
        ])
      })
    }
  })
}

function checkApplied(
  row: { number: number; name: string; hash: string },
  file: Migration | undefined,
): void {
  if (!file) throw new StartError(`The database is newer than this program: it has the migration ${row.name}`)
  if (row.hash !== hashOf(file)) {
    throw new StartError(
      `The migration ${row.name} was changed after it was applied to this database. Migrations only go forward: ` +
        'restore the file and add a new one.',
    )
  }
}

/** The schema that holds a team's data. */
export function teamSchema(teamId: number): string {
  if (!Number.isSafeInteger(teamId) || teamId < 1) throw new Error(`Not a team id: ${teamId}`)
  return `team_${teamId}`
}

/**
 * Makes the schema of a team when it is missing, and brings it up to date. Runs in the transaction of its
 * caller, who must have begun one: a new team and its schema appear together or not at all. The team's row
 * stays locked until that transaction ends.
 *
 * @returns the version that the team's schema has now
 */
export async function migrateTeam(
  client: Connection,
  teamId: number,
  folder = migrationsFolder,
): Promise<number> {
  const migrations = readMigrations('team', folder)
  const { rows } = await client.query<{ schema_version: number }>(
    'select schema_version from muster.team where id = $1 for update',
    [teamId],
  )
  const version = rows[0]?.schema_version
  if (version === undefined) throw new Error(`There is no team ${teamId}`)
  if (version > migrations.length) {
    throw new StartError(`The data of team ${teamId} is newer than this program: version ${version}`)
  }
  if (version === migrations.length) return version
  await applyTeamMigrations(client, teamId, version, folder)
  await client.query('update muster.team set schema_version = $1 where id = $2', [migrations.length, teamId])
  return migrations.length
}

/** Makes a team's schema when it is missing and applies the migrations after `version`, without any bookkeeping. */
export async function applyTeamMigrations(
  client: Connection,
  teamId: number,
  version = 0,
  folder = migrationsFolder,
): Promise<void> {
  const schema = pg.escapeIdentifier(teamSchema(teamId))
  await client.query(`create schema if not exists ${schema}`)
  for (const migration of readMigrations('team', folder).slice(version)) {
    await run(client, `team/${migration.name} for team ${teamId}`, inSchema(migration.sql, schema))
  }
}

/** Brings every team up to date, each in its own transaction. Returns how many needed it. */
export async function migrateAllTeams(pool: pg.Pool, folder = migrationsFolder): Promise<number> {
  const latest = readMigrations('team', folder).length
  return withLock(pool, lockKeys.teams, async (client) => {
    // `<>` and not `<`: a team that is newer than this program must stop the start, not be served.
    const { rows } = await client.query<{ id: string }>(
      'select id from muster.team where schema_version <> $1 order by id',
      [latest],
    )
    for (const { id } of rows) {
      await inTransaction(client, () => migrateTeam(client, Number(id), folder))
    }
    return rows.length
  })
}

/** Team migrations write `:schema` where the schema's name goes; `::schema` would be a cast and is left alone. */
function inSchema(sql: string, quotedSchema: string): string {
  return sql.replace(/(?<!:):schema\b/g, quotedSchema)
}

/** Runs a whole file as one simple query; an error names the file. */
async function run(client: Connection, name: string, sql: string): Promise<void> {
  try {
    await client.query(sql)
  } catch (error) {
    const { message, position } = error as pg.DatabaseError
    const line = position ? ` (line ${sql.slice(0, Number(position)).split('\n').length})` : ''
    throw new StartError(`Migration ${name} failed${line}: ${message}`, { cause: error })
  }
}

function hashOf(migration: Migration): string {
  return crypto.createHash('sha256').update(migration.sql).digest('hex')
}

async function withLock<Result>(
  pool: pg.Pool,
  key: number,
  work: (client: Connection) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect()
  try {
    // A large team may take longer than the pool lets a statement run.
    await client.query('set statement_timeout = 0')
    await client.query('select pg_advisory_lock($1)', [key])
    return await work(client)
  } finally {
    // Closing the connection gives the lock back, also when the connection is broken.
    client.release(true)
  }
}

async function inTransaction(client: Connection, work: () => Promise<unknown>): Promise<void> {
  await client.query('begin')
  try {
    await work()
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}
