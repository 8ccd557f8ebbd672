/** SQL for a team's `file` table. */

import type { FileKind } from '@muster/contract/fields/families'
import type { ListedFile, ListFilesQuery } from '@muster/contract/files/files.api'
import type { TeamModel } from '../../engine/public.ts'
import { backupLock } from '../../platform/backup/lock.ts'
import { type Executor, ident, join, one, rows, run, type Sql, sql } from '../../platform/db.ts'

/** The visitor of a run, by its id, who owns what they upload; or the team's mails, in which anyone sees the picture. */
export type FileOwner = { kind: 'visitor'; id: number } | { kind: 'message' }

export interface NewFile {
  name: string
  size: number
  kind: FileKind
  mimeType: string
  sha256: string
  /** Whether `thumbnail` is set, see `thumbnailUrl`. */
  hasThumbnail: boolean
  createdBy: number | null
  /** Null for files of team users. */
  owner: FileOwner | null
}

export interface StoredFile extends Omit<NewFile, 'hasThumbnail' | 'owner'> {
  id: string
  thumbnail: string | null
}

export const fileUrl = (teamId: number, id: string) => `/api/teams/${teamId}/files/${id}`
const thumbnailUrl = (teamId: number, id: Sql) => sql`${fileUrl(teamId, '')}::text || ${id} || '/thumbnail'`

export async function insertFile(
  executor: Executor,
  { schema, teamId }: TeamModel,
  file: NewFile,
): Promise<string> {
  const thumbnail = file.hasThumbnail ? thumbnailUrl(teamId, sql`n.id`) : sql`null::text`
  const row = await one<{ id: string }>(
    executor,
    sql`insert into ${ident(schema, 'file')} (id, name, size, kind, mime_type, sha256, created_by, owner, thumbnail)
        select n.id, ${file.name}::text, ${file.size}::bigint, ${file.kind}::text, ${file.mimeType}::text,
          ${file.sha256}::text, ${file.createdBy}::bigint, ${file.owner && JSON.stringify(file.owner)}::jsonb, ${thumbnail}
        from (select gen_random_uuid() as id) n returning id`,
  )
  return (row as { id: string }).id
}

export function readFile(
  executor: Executor,
  { schema }: TeamModel,
  id: string,
): Promise<StoredFile | undefined> {
  return one<StoredFile>(
    executor,
    sql`select id, name, size, kind, mime_type as "mimeType", sha256, created_by as "createdBy", thumbnail
        from ${ident(schema, 'file')} where id = ${id}::uuid`,
  )
}

/** Those of the files that belong to the team's mails. */
export function readPictures(
  executor: Executor,
  { schema }: TeamModel,
  ids: readonly string[],
): Promise<StoredFile[]> {
  return rows<StoredFile>(
    executor,
    sql`select id, name, size, kind, mime_type as "mimeType", sha256, created_by as "createdBy", thumbnail
        from ${ident(schema, 'file')} where id = any(${ids}::uuid[]) and owner ->> 'kind' = 'message'`,
  )
}

/** Files with the same content are stored once, and counted once in `bytes`. */
export async function sumFiles(
  executor: Executor,
  schema: string,
): Promise<{ count: number; bytes: number }> {
  const row = await one<{ count: number; bytes: number }>(
    executor,
    sql`select coalesce(sum(f.count), 0)::bigint as count, coalesce(sum(f.size), 0)::bigint as bytes
        from (select count(*) as count, max(size) as size from ${ident(schema, 'file')} group by sha256) f`,
  )
  return row ?? { count: 0, bytes: 0 }
}

/** Clears the thumbnails of all files with a content that cannot be decoded. */
export async function clearThumbnails(
  executor: Executor,
  { schema }: TeamModel,
  sha256: string,
): Promise<void> {
  await run(
    executor,
    sql`update ${ident(schema, 'file')} set thumbnail = null where sha256 = ${sha256} and thumbnail is not null`,
  )
}

/** Position in the list: the time to the microsecond, and the id. */
export interface ListPosition {
  at: string
  id: string
}

type ListRow = ListedFile & { at: string }

/** @param isReadable a condition on `f`, or null where all may be read */
export function listFiles(
  executor: Executor,
  { schema, teamId }: TeamModel,
  { search, kinds = [], limit }: ListFilesQuery,
  position: ListPosition | null,
  isReadable: Sql | null,
): Promise<ListRow[]> {
  const words = (search ?? '').split(/\s+/).filter(Boolean).slice(0, 8)
  const fold = ident(schema, 'fold')
  const conditions = [
    ...words.map(
      (word) => sql`${fold}(f.name) like '%' || ${fold}(${word.replace(/[\\%_]/g, '\\$&')}) || '%'`,
    ),
    ...(kinds.length > 0 ? [sql`f.kind = any(${kinds}::text[])`] : []),
    ...(position ? [sql`(f.created_at, f.id) < (${position.at}::timestamptz, ${position.id}::uuid)`] : []),
    ...(isReadable ? [isReadable] : []),
  ]
  const where = conditions.length > 0 ? sql`where ${join(conditions, ' and ')}` : sql``
  return rows<ListRow>(
    executor,
    sql`select f.id, f.name, f.size, f.kind, f.mime_type as "mimeType", f.thumbnail, f.created_at::text as at,
          to_json(f.created_at) #>> '{}' as "createdAt", ${fileUrl(teamId, '')}::text || f.id as url
        from ${ident(schema, 'file')} f ${where} order by f.created_at desc, f.id desc limit ${limit}`,
  )
}

/** The files of the team's logos, which no record uses. */
export async function logoFiles(executor: Executor, teamId: number): Promise<string[]> {
  const row = await one<{ ids: string[] }>(
    executor,
    sql`select array_remove(array[square_logo, horizontal_logo, app_square_logo, app_horizontal_logo], null) as ids
        from muster.team where id = ${teamId}`,
  )
  return row?.ids ?? []
}

/** The pictures that mails show, whether written, sent or a template, which no record uses. */
export async function pictureFiles(
  executor: Executor,
  { schema, teamId }: Pick<TeamModel, 'schema' | 'teamId'>,
): Promise<string[]> {
  // Designs are large: they are read only where there are pictures.
  const any = await one(
    executor,
    sql`select from ${ident(schema, 'file')} where owner ->> 'kind' = 'message' limit 1`,
  )
  if (!any) return []
  const found = await rows<{ id: string }>(
    executor,
    sql`select distinct p.id #>> '{}' as id from (
          select c.design from muster.outgoing_message_content c
            join muster.outgoing_message m on m.id = c.outgoing_message_id
          where m.team_id = ${teamId} and m.deleted_at is null
          union all
          select c.design from muster.message_template_content c
            join muster.message_template t on t.id = c.message_template_id
          where t.team_id = ${teamId}) d, jsonb_path_query(d.design, 'strict $.**.fileId') p (id)`,
  )
  return found.map(({ id }) => id)
}

/**
 * Removes up to `limit` files without uses. A record keeps all files it ever contained, also in the trash and
 * in the history, until it is purged. Contents that no file has any more are queued for removal.
 *
 * @param kept files that are used elsewhere
 * @returns the number of removed files
 */
export async function removeUnused(
  executor: Executor,
  model: TeamModel,
  before: Date,
  kept: readonly string[],
  limit: number,
): Promise<number> {
  const file = ident(model.schema, 'file')
  const removed = await rows<{ sha256: string }>(
    executor,
    sql`with unused as (
          select f.id from ${file} f where f.created_at < ${before} and f.id <> all(${kept}::uuid[])
            and not exists (select from ${ident(model.schema, 'file_use')} u where u.file_id = f.id)
            and not (${isOfOpenRun(model)})
          limit ${limit} for update skip locked)
        delete from ${file} f using unused where f.id = unused.id returning f.sha256`,
  )
  await queueRemovals(executor, model, removed)
  return removed.length
}

/** Whether the visitor of a run that has not ended uploaded the file `f`, which a record may still use. */
function isOfOpenRun({ schema }: TeamModel): Sql {
  return sql`f.owner ->> 'kind' = 'visitor' and exists (select from ${ident(schema, 'wizard_run')} r
    where r.id = (f.owner ->> 'id')::bigint and r.state in ('waiting', 'background', 'failed'))`
}

/** How many files the visitor of a run has uploaded. */
export async function countOfRun(executor: Executor, { schema }: TeamModel, runId: number): Promise<number> {
  const row = await one<{ count: number }>(
    executor,
    sql`select count(*)::int as count from ${ident(schema, 'file')}
        where owner ->> 'kind' = 'visitor' and owner ->> 'id' = ${String(runId)}`,
  )
  return row?.count ?? 0
}

/**
 * Removes up to `limit` files that no record uses and whose run has ended without saving them.
 *
 * @returns the number of removed files
 */
export async function removeOfEndedRuns(
  executor: Executor,
  model: TeamModel,
  limit: number,
): Promise<number> {
  const file = ident(model.schema, 'file')
  const removed = await rows<{ sha256: string }>(
    executor,
    sql`with ended as (
          select f.id from ${file} f join ${ident(model.schema, 'wizard_run')} r on r.id = (f.owner ->> 'id')::bigint
          where f.owner ->> 'kind' = 'visitor' and r.state in ('cancelled', 'abandoned', 'rolled_back')
            and not exists (select from ${ident(model.schema, 'file_use')} u where u.file_id = f.id)
          limit ${limit} for update of f skip locked)
        delete from ${file} f using ended where f.id = ended.id returning f.sha256`,
  )
  await queueRemovals(executor, model, removed)
  return removed.length
}

/** Removes those of the files that no record uses, with their contents that no other file has. */
export async function removeFiles(
  executor: Executor,
  model: TeamModel,
  ids: readonly string[],
): Promise<void> {
  const removed = await rows<{ sha256: string }>(
    executor,
    sql`delete from ${ident(model.schema, 'file')} f where f.id = any(${ids}::uuid[])
          and not exists (select from ${ident(model.schema, 'file_use')} u where u.file_id = f.id)
        returning f.sha256`,
  )
  await queueRemovals(executor, model, removed)
}

/** Removes a file unless a record uses it. Its content is queued for removal if no other file has it. */
export function removeFile(executor: Executor, model: TeamModel, id: string): Promise<void> {
  return removeFiles(executor, model, [id])
}

async function queueRemovals(
  executor: Executor,
  { schema, teamId }: TeamModel,
  removed: readonly { sha256: string }[],
): Promise<void> {
  const contents = [...new Set(removed.map(({ sha256 }) => sha256))]
  if (contents.length === 0) return
  const left = await rows<{ sha256: string }>(
    executor,
    sql`select distinct sha256 from ${ident(schema, 'file')} where sha256 = any(${contents}::text[])`,
  )
  const remaining = new Set(left.map(({ sha256 }) => sha256))
  await run(
    executor,
    sql`insert into muster.file_removal (team_id, sha256)
        select ${teamId}::bigint, unnest(${contents.filter((one) => !remaining.has(one))}::text[])
        on conflict do nothing`,
  )
}

/** Removes uses by purged records. */
export function removeStaleUses(executor: Executor, { schema }: TeamModel): Promise<number> {
  return run(
    executor,
    sql`delete from ${ident(schema, 'file_use')} u
        where not exists (select from ${ident(schema, 'data_record')} r where r.id = u.record_id)`,
  )
}

/** Contents whose bytes are queued for removal. */
export async function pendingRemovals(executor: Executor, teamId: number): Promise<string[]> {
  const found = await rows<{ sha256: string }>(
    executor,
    sql`select sha256 from muster.file_removal where team_id = ${teamId} order by sha256`,
  )
  return found.map(({ sha256 }) => sha256)
}

export async function endRemoval(executor: Executor, teamId: number, sha256: string): Promise<void> {
  await run(executor, sql`delete from muster.file_removal where team_id = ${teamId} and sha256 = ${sha256}`)
}

export async function hasContent(
  executor: Executor,
  { schema }: TeamModel,
  sha256: string,
): Promise<boolean> {
  return (
    (await one(executor, sql`select from ${ident(schema, 'file')} where sha256 = ${sha256} limit 1`)) !==
    undefined
  )
}

/**
 * Locks a content until the transaction ends: uploads and the removal of its bytes wait for each other;
 * uploads do not wait for uploads.
 */
export async function lockContent(
  executor: Executor,
  teamId: number,
  sha256: string,
  mode: 'shared' | 'exclusive',
): Promise<void> {
  const key = sql`${teamId}::int, hashtext(${sha256})`
  await run(
    executor,
    mode === 'shared'
      ? sql`select pg_advisory_xact_lock_shared(${key})`
      : sql`select pg_advisory_xact_lock(${key})`,
  )
}

/** Whether a backup is running; if not, none begins before the transaction has ended. */
export async function isBackupRunning(executor: Executor): Promise<boolean> {
  const row = await one<{ free: boolean }>(
    executor,
    sql`select pg_try_advisory_xact_lock_shared(${backupLock}::bigint) as free`,
  )
  return !row?.free
}
