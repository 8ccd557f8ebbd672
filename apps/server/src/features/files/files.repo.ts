/** Rows of a team's `file`. */

import type { FileKind } from '@muster/contract/fields/families'
import type { ListedFile, ListFilesQuery } from '@muster/contract/files/files.api'
import type { TeamModel } from '../../engine/public.ts'
import { type Executor, ident, join, one, rows, run, type Sql, sql } from '../../platform/db.ts'

export interface NewFile {
  name: string
  size: number
  kind: FileKind
  mimeType: string
  sha256: string
  /** Address of its thumbnails without the id, see `thumbnailUrl`. */
  hasThumbnail: boolean
  createdBy: number | null
}

export interface StoredFile extends Omit<NewFile, 'hasThumbnail'> {
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
    sql`insert into ${ident(schema, 'file')} (id, name, size, kind, mime_type, sha256, created_by, thumbnail)
        select n.id, ${file.name}::text, ${file.size}::bigint, ${file.kind}::text, ${file.mimeType}::text,
          ${file.sha256}::text, ${file.createdBy}::bigint, ${thumbnail}
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

/** A content that cannot be drawn has no thumbnails, whichever of its files is asked for. */
export async function forgetThumbnails(
  executor: Executor,
  { schema }: TeamModel,
  sha256: string,
): Promise<void> {
  await run(
    executor,
    sql`update ${ident(schema, 'file')} set thumbnail = null where sha256 = ${sha256} and thumbnail is not null`,
  )
}

/** Position in the list: the moment to the microsecond, and the id. */
export interface ListPlace {
  at: string
  id: string
}

type ListRow = ListedFile & { at: string }

/** @param isReadable a condition on `f`, or null where all may be read */
export function listFiles(
  executor: Executor,
  { schema, teamId }: TeamModel,
  { search, kinds = [], limit }: ListFilesQuery,
  place: ListPlace | null,
  isReadable: Sql | null,
): Promise<ListRow[]> {
  const words = (search ?? '').split(/\s+/).filter(Boolean).slice(0, 8)
  const fold = ident(schema, 'fold')
  const conditions = [
    ...words.map(
      (word) => sql`${fold}(f.name) like '%' || ${fold}(${word.replace(/[\\%_]/g, '\\$&')}) || '%'`,
    ),
    ...(kinds.length > 0 ? [sql`f.kind = any(${kinds}::text[])`] : []),
    ...(place ? [sql`(f.created_at, f.id) < (${place.at}::timestamptz, ${place.id}::uuid)`] : []),
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

/**
 * Takes away up to `limit` files that no record was ever put into that is still there, in use, in the trash or in
 * the history; a record's own purge is what frees its files. Contents that no file has any more are noted.
 *
 * @returns how many files went
 */
export async function removeUnused(
  executor: Executor,
  { schema, teamId }: TeamModel,
  before: Date,
  limit: number,
): Promise<number> {
  const file = ident(schema, 'file')
  const gone = await rows<{ sha256: string }>(
    executor,
    sql`with unused as (
          select f.id from ${file} f where f.created_at < ${before}
            and not exists (select from ${ident(schema, 'file_use')} u where u.file_id = f.id)
          limit ${limit} for update skip locked)
        delete from ${file} f using unused where f.id = unused.id returning f.sha256`,
  )
  const contents = [...new Set(gone.map(({ sha256 }) => sha256))]
  if (contents.length === 0) return 0
  const left = await rows<{ sha256: string }>(
    executor,
    sql`select distinct sha256 from ${file} where sha256 = any(${contents}::text[])`,
  )
  const isLeft = new Set(left.map(({ sha256 }) => sha256))
  await run(
    executor,
    sql`insert into muster.file_removal (team_id, sha256)
        select ${teamId}::bigint, unnest(${contents.filter((one) => !isLeft.has(one))}::text[])
        on conflict do nothing`,
  )
  return gone.length
}

/** Uses by records that are gone for good. */
export function removeStaleUses(executor: Executor, { schema }: TeamModel): Promise<number> {
  return run(
    executor,
    sql`delete from ${ident(schema, 'file_use')} u
        where not exists (select from ${ident(schema, 'data_record')} r where r.id = u.record_id)`,
  )
}

/** Contents whose bytes are still to be removed. */
export async function removals(executor: Executor, teamId: number): Promise<string[]> {
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
 * Until the transaction ends: an upload of a content and the removal of its bytes wait for each other; uploads do
 * not wait for uploads.
 */
export async function holdContent(
  executor: Executor,
  teamId: number,
  sha256: string,
  mode: 'shared' | 'alone',
): Promise<void> {
  const key = sql`${teamId}::int, hashtext(${sha256})`
  await run(
    executor,
    mode === 'shared'
      ? sql`select pg_advisory_xact_lock_shared(${key})`
      : sql`select pg_advisory_xact_lock(${key})`,
  )
}
