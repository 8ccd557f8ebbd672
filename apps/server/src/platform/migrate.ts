/** Migrates the schema `muster` and every team's schema with numbered, forward-only SQL files. */
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

/** A connection that nothing else uses at the same time. */
type Connection = pg.ClientBase

/** Keys of advisory locks: only one of several starting processes migrates, and the others wait. */
const lockKeys = { muster: 6_301_001, teams: 6_301_002 }

/**
 * The folder with `muster/` and `team/`. It is searched for upwards, because this file runs both in
 * `src/platform` and bundled in `dist`.
 */
export const migrationsFolder = findMigrationsFolder(import.meta.dirname)

function findMigrationsFolder(from: string): string {
  const folder = path.join(from, 'migrations')
  if (fs.existsSync(path.join(folder, 'muster'))) return folder
  const parent = path.dirname(from)
  if (parent === from) throw new Error('The folder "migrations" is missing beside the server')
  return findMigrationsFolder(parent)
}

/** The migrations of a family in order. @throws Error for a name that is not NNNN_name.sql or a gap */
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

/** A hash of all migrations, for the name of the template database that tests clone. */
export function migrationsHash(folder = migrationsFolder): string {
  const hash = crypto.createHash('sha256')
  for (const family of ['muster', 'team'] as const) {
    for (const { name, sql } of readMigrations(family, folder)) hash.update(`${family}/${name}\0${sql}\0`)
  }
  return hash.digest('hex').slice(0, 16)
}

/**
 * Migrates the schema `muster`. Each file runs in a separate transaction together with its row in
 * `muster.migration`, so a failing file changes nothing.
 *
 * @throws StartError when an applied file has been changed, or the database is newer than this program
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

/** The name of a team's schema. */
export function teamSchema(teamId: number): string {
  if (!Number.isSafeInteger(teamId) || teamId < 1) throw new Error(`Not a team id: ${teamId}`)
  return `team_${teamId}`
}

/**
 * Creates a team's schema if it is missing, and migrates it. The caller must have begun a transaction, so
 * that a new team and its schema are created atomically. The team's row stays locked until that transaction
 * ends.
 *
 * @returns the new version of the team's schema
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

/**
 * Creates a team's schema if it is missing and applies the migrations after `version`, without recording it.
 */
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

/** Migrates every team, each in its own transaction. @returns the number of teams that needed it */
export async function migrateAllTeams(pool: pg.Pool, folder = migrationsFolder): Promise<number> {
  const latest = readMigrations('team', folder).length
  return withLock(pool, lockKeys.teams, async (client) => {
    // `<>` and not `<`, because a team that is newer than this program must prevent the start.
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

/** Replaces the placeholder `:schema` of team migrations, but not a cast such as `::schema`. */
function inSchema(sql: string, quotedSchema: string): string {
  return sql.replace(/(?<!:):schema\b/g, quotedSchema)
}

/** Runs a whole file as one simple query; errors have the name of the file. */
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
    // Migrating a large team may take longer than the pool's statement timeout.
    await client.query('set statement_timeout = 0')
    await client.query('select pg_advisory_lock($1)', [key])
    return await work(client)
  } finally {
    // Closing the connection releases the lock, even if the connection is broken.
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
