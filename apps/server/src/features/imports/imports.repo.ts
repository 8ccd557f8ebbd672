/** Rows of muster.data_import. */
import type { Import, ImportCheck, ImportChoices } from '@muster/contract/imports/imports.api'
import { type Executor, one, rows, run, type Sql, sql } from '../../platform/db.ts'
import type { Encoding } from './encoding.ts'
import type { Delimiter, Inspection } from './inspect.ts'
import type { PlainFacts } from './plain-cells.ts'

export type ColumnMapping = ImportChoices['columns'][number]

/** What the server needs of an import beside what it tells. */
export interface StoredImport extends Omit<Import, 'operation'> {
  teamId: number
  teamUserId: number
  encoding: Encoding
  delimiter: Delimiter
  /** Bytes of the text that is read: of the upload, or of a workbook's sheet. */
  textSize: number
  isEven: boolean
  facts: PlainFacts[]
  operationId: number | null
}

const columns = sql`id, team_id as "teamId", team_user_id as "teamUserId",
  data_collection_id as "dataCollectionId", file_name as "fileName", file_size as "fileSize", status, encoding,
  delimiter, has_header as "hasHeader", columns, preview, sheets, sheet, text_size as "textSize",
  settings as choices, "check", phase, row_count as "rowCount",
  is_even as "isEven", facts, processed, created,
  updated, unchanged, choices_created as "choicesCreated", rejected, reject_samples as "rejectSamples", error, operation_id as "operationId", created_at as "createdAt",
  started_at as "startedAt", finished_at as "finishedAt"`

export async function insertImport(
  executor: Executor,
  values: { teamId: number; teamUserId: number; dataCollectionId: number; fileName: string },
): Promise<number> {
  const row = await one<{ id: number }>(
    executor,
    sql`insert into muster.data_import (team_id, team_user_id, data_collection_id, file_name, file_size, status)
        values (${values.teamId}, ${values.teamUserId}, ${values.dataCollectionId}, ${values.fileName}, 0, 'uploading')
        returning id`,
  )
  return row?.id as number
}

export function deleteImport(executor: Executor, id: number): Promise<number> {
  return run(executor, sql`delete from muster.data_import where id = ${id}`)
}

export function storeInspection(
  executor: Executor,
  id: number,
  fileSize: number,
  inspection: Inspection & { sheets: Import['sheets']; sheet: number | null; textSize: number },
): Promise<number> {
  const { encoding, delimiter, hasHeader, columns: found, preview, rowCount, isEven, facts } = inspection
  return run(
    executor,
    sql`update muster.data_import set status = 'ready', file_size = ${fileSize}, encoding = ${encoding},
          delimiter = ${delimiter}, has_header = ${hasHeader}, columns = ${JSON.stringify(found)}::jsonb,
          preview = ${JSON.stringify(preview)}::jsonb, row_count = ${rowCount}, is_even = ${isEven},
          facts = ${JSON.stringify(facts)}::jsonb, sheet = ${inspection.sheet}, text_size = ${inspection.textSize},
          sheets = ${inspection.sheets && JSON.stringify(inspection.sheets)}::jsonb, "check" = null, error = null
        where id = ${id}`,
  )
}

/** An import is its owner's alone. */
export function findImport(
  executor: Executor,
  teamId: number,
  id: number,
  teamUserId?: number,
): Promise<StoredImport | undefined> {
  const owner: Sql = teamUserId === undefined ? sql`` : sql`and team_user_id = ${teamUserId}`
  return one<StoredImport>(
    executor,
    sql`select ${columns} from muster.data_import where id = ${id} and team_id = ${teamId} ${owner}`,
  )
}

export function listImports(executor: Executor, teamId: number, teamUserId: number): Promise<StoredImport[]> {
  return rows<StoredImport>(
    executor,
    sql`select ${columns} from muster.data_import
        where team_id = ${teamId} and team_user_id = ${teamUserId} and status <> 'uploading'
        order by id desc limit 20`,
  )
}

/** Ready becomes queued, or is being checked, once. @returns whether it did */
export async function queueImport(
  executor: Executor,
  id: number,
  choices: ImportChoices,
  status: 'queued' | 'checking',
) {
  const queued = await run(
    executor,
    sql`update muster.data_import set status = ${status}, settings = ${JSON.stringify(choices)}::jsonb, error = null,
          phase = null, processed = 0, started_at = null
        where id = ${id} and status = 'ready'`,
  )
  return queued > 0
}

/** @returns whether the import is to be run, or the check to be made */
export async function startImport(executor: Executor, id: number, isCheck: boolean): Promise<boolean> {
  const from = isCheck ? ['checking'] : ['queued', 'running']
  const started = await run(
    executor,
    sql`update muster.data_import set status = ${isCheck ? 'checking' : 'running'}, started_at = now(), processed = 0,
          created = 0
        where id = ${id} and status = any(${from}::text[])`,
  )
  return started > 0
}

/** @returns whether the import still runs: false once somebody cancelled it */
export async function noteProgress(
  executor: Executor,
  id: number,
  phase: string,
  processed: number,
): Promise<boolean> {
  const noted = await run(
    executor,
    sql`update muster.data_import set phase = ${phase}, processed = ${processed}
        where id = ${id} and status in ('running', 'checking')`,
  )
  return noted > 0
}

export interface Outcome
  extends Pick<
    Import,
    'created' | 'updated' | 'unchanged' | 'rejected' | 'choicesCreated' | 'rejectSamples'
  > {
  operationId: number
  rowCount: number
}

/** In the transaction of the import itself: it is done if and only if its records are there. */
export function finishImport(executor: Executor, id: number, outcome: Outcome): Promise<number> {
  return run(
    executor,
    sql`update muster.data_import set status = 'done', finished_at = now(), operation_id = ${outcome.operationId},
          created = ${outcome.created}, updated = ${outcome.updated}, unchanged = ${outcome.unchanged},
          rejected = ${outcome.rejected}, choices_created = ${outcome.choicesCreated},
          row_count = ${outcome.rowCount}, processed = ${outcome.rowCount},
          reject_samples = ${JSON.stringify(outcome.rejectSamples)}::jsonb
        where id = ${id} and status = 'running'`,
  )
}

/** A check that ended: what it found, or why it could not. */
export function finishCheck(
  executor: Executor,
  id: number,
  found: { check: ImportCheck } | { error: { code: string; line: number | null } },
): Promise<number> {
  const check = 'check' in found ? JSON.stringify(found.check) : null
  const error = 'error' in found ? JSON.stringify(found.error) : null
  return run(
    executor,
    sql`update muster.data_import set status = 'ready', "check" = ${check}::jsonb, error = ${error}::jsonb,
          phase = null, processed = 0
        where id = ${id} and status = 'checking'`,
  )
}

export function failImport(
  executor: Executor,
  id: number,
  error: { code: string; line: number | null },
): Promise<number> {
  return run(
    executor,
    sql`update muster.data_import set status = 'failed', finished_at = now(), error = ${JSON.stringify(error)}::jsonb
        where id = ${id} and status in ('queued', 'running')`,
  )
}

/** A check that is stopped leaves the import as it was. @returns whether there was anything to stop */
export async function cancelImport(executor: Executor, id: number): Promise<'check' | 'import' | null> {
  const stopped = await run(
    executor,
    sql`update muster.data_import set status = 'ready', phase = null where id = ${id} and status = 'checking'`,
  )
  if (stopped > 0) return 'check'
  const cancelled = await run(
    executor,
    sql`update muster.data_import set status = 'cancelled', finished_at = now()
        where id = ${id} and status in ('ready', 'queued', 'running')`,
  )
  return cancelled > 0 ? 'import' : null
}

/** Imports whose files are no longer needed. */
export function oldImports(executor: Executor): Promise<{ id: number }[]> {
  return rows<{ id: number }>(
    executor,
    sql`delete from muster.data_import where created_at < now() - interval '30 days' returning id`,
  )
}
