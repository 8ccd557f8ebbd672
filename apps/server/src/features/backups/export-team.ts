/** Writes one team to an archive, in a snapshot, while the system runs: its rows, its schema and its contents. */
import crypto from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { ArchiveWriter, firstOfTeam, type TeamManifest } from '../../platform/backup/archive.ts'
import { type BackupSource, copyContents } from '../../platform/backup/backup.ts'
import { BackupError } from '../../platform/backup/backup-error.ts'
import { backupLock } from '../../platform/backup/lock.ts'
import { schemaObjects } from '../../platform/backup/schema-objects.ts'
import { settleTexts, tableSum } from '../../platform/backup/table-sums.ts'
import { teamTables } from '../../platform/backup/team-tables.ts'
import { migrationsHash, teamSchema } from '../../platform/migrate.ts'
import { StartError } from '../../platform/start-error.ts'
import { teamContentKeys } from '../files/public.ts'

export type TeamSource = Pick<BackupSource, 'url' | 'secret' | 'blobs' | 'scratch'>

/** What of the team's users goes with it. Nobody's password, second factor or system administration does. */
export const userColumns = ['id', 'name', 'email', 'email_verified', 'image', 'created_at', 'erased_at']

/** By which a system knows that it has the same secret. */
export const secretHash = (secret: string): string =>
  crypto.createHmac('sha256', secret).update('archive of a team').digest('hex')

/** @throws BackupError when the file exists, StartError when there is no such team */
export async function exportTeam(
  source: TeamSource,
  teamId: number,
  file: string,
  passphrase: string,
): Promise<TeamManifest> {
  if (fs.existsSync(file)) throw new BackupError('exists', `${file} exists already.`)
  const unfinished = `${file}.unfinished`
  const writer = new ArchiveWriter(fs.createWriteStream(unfinished, { mode: 0o600, flush: true }), passphrase)
  const client = new pg.Client({ connectionString: source.url })
  try {
    await client.connect()
    // No content is removed from the storage meanwhile.
    await client.query('select pg_advisory_lock($1)', [backupLock])
    await client.query('begin isolation level repeatable read')
    const manifest = await write(source, client, writer, teamId)
    await fs.promises.rename(unfinished, file)
    return manifest
  } catch (error) {
    await writer.abort(error as Error)
    await fs.promises.rm(unfinished, { force: true })
    throw error
  } finally {
    await client.end()
  }
}

async function write(
  source: TeamSource,
  client: pg.Client,
  writer: ArchiveWriter,
  teamId: number,
): Promise<TeamManifest> {
  const { rows: teams } = await client.query<{ name: string; at: string }>(
    `select name, to_json(now()) #>> '{}' as at from muster.team where id = $1`,
    [teamId],
  )
  const [team] = teams
  if (!team) throw new StartError(`There is no team with the id ${teamId}.`)
  const objects = await schemaObjects(client, teamSchema(teamId))
  await settleTexts(client)
  const tables: TeamManifest['tables'] = []
  for (const { entry, table, columns, where } of await parts(client, teamId)) {
    await copyRows(source, client, writer, { entry, table, columns, where })
    tables.push({ entry, table, columns, where, ...(await tableSum(client, table, where)) })
  }
  const missingFiles = await copyContents(source, writer, await teamContentKeys(client, teamId))
  return writer.finish({
    kind: 'team' as const,
    team: { id: teamId, name: team.name },
    at: team.at,
    migrations: migrationsHash(),
    secret: secretHash(source.secret),
    tables,
    objects,
    missingFiles,
  })
}

type Part = Pick<TeamManifest['tables'][number], 'entry' | 'table' | 'columns' | 'where'>

/** The users come first. */
async function parts(client: pg.Client, teamId: number): Promise<Part[]> {
  const { rows } = await client.query<{ name: string; columns: string[] }>(
    `select c.relname as name, array_agg(quote_ident(a.attname) order by a.attnum) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = $1::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
       and a.attgenerated = ''
     group by 1 order by 1`,
    [teamSchema(teamId)],
  )
  const schema = pg.escapeIdentifier(teamSchema(teamId))
  return [
    {
      entry: firstOfTeam,
      table: 'muster.app_user',
      columns: userColumns,
      where: `id in (select user_id from muster.team_user where team_id = ${teamId})`,
    },
    ...(await teamTables(client, teamId)).map(({ name, columns, where }) => ({
      entry: `muster/${name}`,
      table: `muster.${pg.escapeIdentifier(name)}`,
      columns,
      where,
    })),
    ...rows.map(({ name, columns }) => ({
      entry: `team/${name}`,
      table: `${schema}.${pg.escapeIdentifier(name)}`,
      columns,
      where: 'true',
    })),
  ]
}

/** By way of the local disk, because an entry needs its size. */
async function copyRows(
  { scratch }: TeamSource,
  client: pg.Client,
  writer: ArchiveWriter,
  { entry, table, columns, where }: Part,
): Promise<void> {
  await fs.promises.mkdir(scratch, { recursive: true, mode: 0o700 })
  const copy = path.join(scratch, crypto.randomUUID())
  try {
    const query = `copy (select ${columns.join()} from ${table} where ${where}) to stdout`
    await pipeline(client.query(copyTo(query)), fs.createWriteStream(copy, { mode: 0o600 }))
    await writer.file(entry, copy)
  } finally {
    await fs.promises.rm(copy, { force: true })
  }
}
