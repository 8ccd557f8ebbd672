/** Brings a team back from its archive, with its ids, into a system that does not have it. */
import crypto from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { firstOfTeam, readArchive, type TeamManifest } from '../../platform/backup/archive.ts'
import { BackupError } from '../../platform/backup/backup-error.ts'
import { schemaObjects } from '../../platform/backup/schema-objects.ts'
import { settleTexts, tableSum } from '../../platform/backup/table-sums.ts'
import type { Transaction } from '../../platform/db.ts'
import { applyTeamMigrations, migrationsHash, teamSchema } from '../../platform/migrate.ts'
import { StartError } from '../../platform/start-error.ts'
import { holdMessages } from '../messages/public.ts'
import { secretHash, type TeamSource } from './export-team.ts'

/** The only names that an archive of a team has. */
const allowed = /^(users|(muster|team)\/[a-z0-9_]+|files(\/[\w-][\w.-]*)+)$/

export interface ImportedTeam {
  manifest: TeamManifest
  heldMessages: number
}

/**
 * The team is suspended, so that nobody opens it and nothing is sent before a system administrator resumes it; messages
 * that may have been sent since the export wait for a person. Nothing is changed if this fails.
 *
 * @throws StartError with one line when an id is taken, the versions or secrets differ, or the archive is faulty
 */
export async function importTeam(
  source: TeamSource,
  file: string,
  passphrase: string,
): Promise<ImportedTeam> {
  const folder = path.join(source.scratch, crypto.randomUUID())
  try {
    const manifest = await unpack(file, passphrase, folder)
    if (manifest.migrations !== migrationsHash()) {
      throw new StartError(`${file} was written by another version of Muster. Use the same one for both.`)
    }
    if (manifest.secret !== secretHash(source.secret)) {
      throw new StartError(`${file} is of a system with another MUSTER_SECRET, which this one would need.`)
    }
    const client = new pg.Client({ connectionString: source.url })
    await client.connect()
    try {
      await client.query('begin')
      const heldMessages = await insert(client, manifest, folder)
      await putContents(source, `files/${manifest.team.id}`, folder)
      await client.query('commit')
      return { manifest, heldMessages }
    } finally {
      // Also rolls back what was not committed.
      await client.end()
    }
  } catch (error) {
    throw asStartError(error)
  } finally {
    await fs.promises.rm(folder, { recursive: true, force: true })
  }
}

async function unpack(file: string, passphrase: string, folder: string): Promise<TeamManifest> {
  return readArchive('team', file, passphrase, {
    async folder() {},
    async file(name, content: Readable) {
      if (!allowed.test(name) || name.split('/').includes('..')) {
        throw new BackupError(
          'damaged',
          `The backup ${file} has an entry that does not belong there: ${name}`,
        )
      }
      const target = path.join(folder, name)
      await fs.promises.mkdir(path.dirname(target), { recursive: true, mode: 0o700 })
      await pipeline(content, fs.createWriteStream(target, { mode: 0o600 }))
    },
  })
}

async function insert(client: pg.Client, manifest: TeamManifest, folder: string): Promise<number> {
  const { team, tables, objects } = manifest
  const schema = teamSchema(team.id)
  await client.query('set local statement_timeout = 0')
  const { rows: taken } = await client.query(
    'select from muster.team where id = $1 union all select from pg_namespace where nspname = $2',
    [team.id, schema],
  )
  if (taken.length > 0) throw new StartError(`The id ${team.id} is taken by a team of this system.`)
  await applyTeamMigrations(client, team.id)
  const base = await schemaObjects(client, schema)
  await client.query(
    `truncate ${Object.keys(base.tables).map((name) => `${schema}.${pg.escapeIdentifier(name)}`)}`,
  )
  await create(client, objects.tables, base.tables)
  await insertUsers(client, tables.find(({ entry }) => entry === firstOfTeam)!, folder)
  // Rows refer to each other in circles. All were consistent in the snapshot of the export.
  await client.query(`set local session_replication_role = 'replica'`)
  const rest = tables.filter(({ entry }) => entry !== firstOfTeam)
  for (const { entry, table, columns } of rest)
    await copyRows(client, path.join(folder, entry), table, columns)
  await client.query(`set local session_replication_role = 'origin'`)
  for (const kind of ['constraints', 'indexes', 'statistics'] as const) {
    await create(client, objects[kind], base[kind])
  }
  await moveSequences(client, manifest)
  await settleTexts(client)
  for (const { table, where, rows, checksum } of rest) {
    const found = await tableSum(client, table, where)
    if (found.rows !== rows || found.checksum !== checksum) {
      throw new BackupError('differs', `The imported team differs from the archive: ${table}.`)
    }
  }
  await client.query('update muster.team set suspended_at = coalesce(suspended_at, now()) where id = $1', [
    team.id,
  ])
  return holdMessages(client as unknown as Transaction, team.id)
}

async function create(
  client: pg.Client,
  wanted: Readonly<Record<string, string>>,
  existing: Readonly<Record<string, string>>,
): Promise<void> {
  for (const [name, statement] of Object.entries(wanted)) {
    if (!(name in existing)) await client.query(statement)
  }
}

/** Those that the system has stay as they are. */
async function insertUsers(
  client: pg.Client,
  { columns }: TeamManifest['tables'][number],
  folder: string,
): Promise<void> {
  const names = columns.join()
  await client.query(
    `create temp table imported_user on commit drop as select ${names} from muster.app_user limit 0`,
  )
  await copyRows(client, path.join(folder, firstOfTeam), 'pg_temp.imported_user', columns)
  const { rows } = await client.query<{ email: string }>(
    `select u.email from pg_temp.imported_user i join muster.app_user u on u.email = i.email and u.id <> i.id limit 1`,
  )
  if (rows[0]) throw new StartError(`The address ${rows[0].email} belongs to another user of this system.`)
  await client.query(
    `insert into muster.app_user (${names}) select ${names} from pg_temp.imported_user on conflict (id) do nothing`,
  )
}

async function copyRows(client: pg.Client, file: string, table: string, columns: string[]): Promise<void> {
  await pipeline(
    fs.createReadStream(file),
    client.query(copyFrom(`copy ${table} (${columns.join()}) from stdin`)),
  )
}

/** An id is never given out twice, even if its row is gone. */
async function moveSequences(client: pg.Client, { team, tables, objects }: TeamManifest): Promise<void> {
  for (const [name, last] of Object.entries(objects.sequences)) {
    const sequence = `${teamSchema(team.id)}.${pg.escapeIdentifier(name)}`
    if (last !== null) await client.query('select setval($1::regclass, $2)', [sequence, last])
  }
  const { rows: counted } = await client.query<{ table: string; sequence: string }>(
    `select 'muster.' || quote_ident(c.relname) as table,
       pg_get_serial_sequence('muster.' || quote_ident(c.relname), a.attname) as sequence
     from pg_attribute a join pg_class c on c.oid = a.attrelid
     where c.relnamespace = 'muster'::regnamespace and a.attname = 'id' and a.attidentity <> ''`,
  )
  for (const { table, sequence } of counted) {
    if (!tables.some((one) => one.table.replaceAll('"', '') === table)) continue
    await client.query(
      `select setval($1::regclass, greatest(highest, pg_sequence_last_value($1::regclass)))
       from (select max(id) as highest from ${table}) t where highest is not null`,
      [sequence],
    )
  }
}

/** Only those that belong to the team. */
async function putContents({ blobs }: TeamSource, prefix: string, folder: string): Promise<void> {
  const contents = path.join(folder, prefix)
  if (!fs.existsSync(contents)) return
  for (const name of await fs.promises.readdir(contents, { recursive: true })) {
    const content = path.join(contents, name)
    if (!(await fs.promises.stat(content)).isFile()) continue
    await blobs.put(`${prefix}/${name.split(path.sep).join('/')}`, content)
  }
}

/** A line for the operator instead of the database's error. */
function asStartError(error: unknown): unknown {
  const { code, table, detail } = error as pg.DatabaseError
  if (code === '23505')
    return new StartError(`An id is taken in ${table} of this system: ${detail}`, { cause: error })
  if (code === '42501') {
    return new StartError('Only a superuser of the database can bring a team back.', { cause: error })
  }
  return error
}
