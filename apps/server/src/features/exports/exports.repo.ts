/** SQL for muster.data_export. */
import { type Export, exportKeptDays } from '@muster/contract/exports/exports.api'
import type { Language } from '@muster/contract/paging'
import { inColumn, Run } from '../../engine/public.ts'
import { type Executor, one, rows, run, type Sql, sql } from '../../platform/db.ts'
import type { ExportOptions } from './statement.ts'

/** What the file of one person is made of: their record, and those merged into it. */
export interface PersonOptions {
  format: 'zip'
  dataCollectionId: number
  recordIds: number[]
  language: Language
}

export interface StoredExport extends Export {
  teamId: number
  options: ExportOptions | PersonOptions
}

const columns = sql`e.id, e.team_id as "teamId", e.data_collection_id as "dataCollectionId",
  e.options ->> 'format' as format, e.file_name as "fileName", e.options, e.status, e.total, e.processed,
  e.file_size as "fileSize", e.error_code as "errorCode",
  json_build_object('teamUserId', u.id, 'name', btrim(concat_ws(' ', u.first_name, u.last_name))) as "createdBy",
  e.created_at as "createdAt", e.started_at as "startedAt", e.finished_at as "finishedAt",
  e.expires_at as "expiresAt"`
const source = sql`muster.data_export e join muster.team_user u on u.id = e.team_user_id`
/** Hides expired exports, even before the job deletes them. */
const living = sql`(e.expires_at is null or e.expires_at > now())`

/** Restricts to the exports of one user, or with null to none in particular. */
function ownedBy(teamUserId: number | null): Sql {
  return teamUserId === null ? sql`` : sql`and e.team_user_id = ${teamUserId}`
}

export async function insertExport(
  executor: Executor,
  values: { teamId: number; teamUserId: number; fileName: string; options: ExportOptions | PersonOptions },
): Promise<number> {
  const row = await one<{ id: number }>(
    executor,
    sql`insert into muster.data_export (team_id, team_user_id, data_collection_id, file_name, options)
        values (${values.teamId}, ${values.teamUserId}, ${values.options.dataCollectionId}, ${values.fileName},
          ${JSON.stringify(values.options)}::jsonb) returning id`,
  )
  return row!.id
}

export function findExport(
  executor: Executor,
  teamId: number,
  id: number,
  teamUserId: number | null,
): Promise<StoredExport | undefined> {
  return one<StoredExport>(
    executor,
    sql`select ${columns} from ${source}
        where e.id = ${id} and e.team_id = ${teamId} and ${living} ${ownedBy(teamUserId)}`,
  )
}

export function listExports(
  executor: Executor,
  teamId: number,
  teamUserId: number | null,
  dataCollectionId: number | undefined,
): Promise<StoredExport[]> {
  const ofCollection =
    dataCollectionId === undefined ? sql`` : sql`and e.data_collection_id = ${dataCollectionId}`
  return rows<StoredExport>(
    executor,
    sql`select ${columns} from ${source}
        where e.team_id = ${teamId} and ${living} ${ownedBy(teamUserId)} ${ofCollection}
        order by e.id desc limit 50`,
  )
}

const keptUntil = sql`now() + make_interval(days => ${exportKeptDays})`
const ended = { finished_at: sql`now()`, expires_at: keptUntil }

/** The run that writes an export's file. */
export function exportRun(id: number): Run {
  return new Run(
    {
      table: sql`muster.data_export`,
      ...inColumn('status'),
      also: {
        start: { started_at: sql`now()`, processed: 0, total: null },
        finish: ended,
        fail: ended,
        cancel: ended,
      },
      failure: ({ code }) => ({ error_code: code }),
    },
    id,
  )
}

/** Deletes only an export that has ended. */
export async function deleteExport(executor: Executor, id: number): Promise<boolean> {
  const deleted = await run(
    executor,
    sql`delete from muster.data_export where id = ${id} and status not in ('queued', 'running')`,
  )
  return deleted > 0
}

/** All exports of some collections, of all users. */
export function exportsOf(
  executor: Executor,
  teamId: number,
  dataCollectionIds: readonly number[],
): Promise<{ id: number }[]> {
  return rows(
    executor,
    sql`select id from muster.data_export
        where team_id = ${teamId} and data_collection_id = any(${dataCollectionIds}::bigint[])`,
  )
}

export function deleteExpired(executor: Executor): Promise<{ id: number }[]> {
  return rows<{ id: number }>(
    executor,
    sql`delete from muster.data_export
        where expires_at < now() or (expires_at is null and created_at < now() - interval '30 days') returning id`,
  )
}
