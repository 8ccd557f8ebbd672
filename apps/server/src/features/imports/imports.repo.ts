/** Rows of muster.data_import. */
import type { Import, ImportCheck, ImportChoices } from '@muster/contract/imports/imports.api'
import { inColumn, Run } from '../../engine/public.ts'
import { type Executor, one, rows, run, type Sql, sql } from '../../platform/db.ts'
import type { Encoding } from './encoding.ts'
import type { Delimiter, Inspection } from './inspect.ts'
import type { PlainFacts } from './plain-cells.ts'

export type ColumnMapping = ImportChoices['columns'][number]

/** An import with the properties that are not sent to clients. */
export interface StoredImport extends Omit<Import, 'operation'> {
  teamId: number
  teamUserId: number
  encoding: Encoding
  delimiter: Delimiter
  /** Size in bytes of the upload, or of the workbook sheet converted to CSV. */
  textSize: number
  isEven: boolean
  facts: PlainFacts[]
  operationId: number | null
}

const columns = sql`id, team_id as "teamId", team_user_id as "teamUserId",
  data_collection_id as "dataCollectionId", file_name as "fileName", file_size as "fileSize", status, encoding,
  odd_bytes as "oddBytes", delimiter, has_header as "hasHeader", columns, preview, sheets, sheet, text_size as "textSize",
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
  const {
    encoding,
    oddBytes,
    delimiter,
    hasHeader,
    columns: found,
    preview,
    rowCount,
    isEven,
    facts,
  } = inspection
  return run(
    executor,
    sql`update muster.data_import set status = 'ready', file_size = ${fileSize}, encoding = ${encoding},
          odd_bytes = ${oddBytes && JSON.stringify(oddBytes)}::jsonb,
          delimiter = ${delimiter}, has_header = ${hasHeader}, columns = ${JSON.stringify(found)}::jsonb,
          preview = ${JSON.stringify(preview)}::jsonb, row_count = ${rowCount}, is_even = ${isEven},
          facts = ${JSON.stringify(facts)}::jsonb, sheet = ${inspection.sheet}, text_size = ${inspection.textSize},
          sheets = ${inspection.sheets && JSON.stringify(inspection.sheets)}::jsonb, "check" = null, error = null
        where id = ${id}`,
  )
}

/** @param teamUserId if set, finds only imports of this user */
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

/** Moves a ready import to `queued` or `checking`. @returns whether it was ready */
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

const started = { started_at: sql`now()`, processed: 0, created: 0 }
const finished = { finished_at: sql`now()` }

/** The run of the import itself. */
export function importRun(id: number): Run {
  return new Run(
    {
      table: sql`muster.data_import`,
      ...inColumn('status'),
      also: { start: started, finish: finished, fail: finished, cancel: finished },
      failure: (failure) => ({ error: json(failure) }),
    },
    id,
  )
}

const checked = { phase: null, processed: 0 }

/** The run of a check, which predicts the import's result. However it ends, the import is ready again. */
export function importCheck(id: number): Run {
  return new Run(
    {
      table: sql`muster.data_import`,
      ...inColumn('status'),
      names: { queued: 'checking', running: 'checking', done: 'ready', failed: 'ready', cancelled: 'ready' },
      also: { start: started, finish: checked, fail: { ...checked, check: null }, cancel: checked },
      failure: (failure) => ({ error: json(failure) }),
    },
    id,
  )
}

const json = (value: unknown): Sql => sql`${JSON.stringify(value)}::jsonb`

export interface Outcome
  extends Pick<
    Import,
    'created' | 'updated' | 'unchanged' | 'rejected' | 'choicesCreated' | 'rejectSamples'
  > {
  operationId: number
  rowCount: number
}

/** Called in the import's transaction, so that it is done if and only if its records were written. */
export function finishImport(executor: Executor, id: number, outcome: Outcome): Promise<boolean> {
  return importRun(id).apply(executor, 'finish', {
    operation_id: outcome.operationId,
    created: outcome.created,
    updated: outcome.updated,
    unchanged: outcome.unchanged,
    rejected: outcome.rejected,
    choices_created: outcome.choicesCreated,
    row_count: outcome.rowCount,
    processed: outcome.rowCount,
    reject_samples: json(outcome.rejectSamples),
  })
}

export function finishCheck(executor: Executor, id: number, check: ImportCheck): Promise<boolean> {
  return importCheck(id).apply(executor, 'finish', { check: json(check), error: null })
}

/** A cancelled check leaves the import ready. @returns what was cancelled, null if nothing */
export async function cancelImport(executor: Executor, id: number): Promise<'check' | 'import' | null> {
  if (await importCheck(id).apply(executor, 'cancel')) return 'check'
  const isDiscarded = (await importRun(id).apply(executor, 'cancel')) || (await discardImport(executor, id))
  return isDiscarded ? 'import' : null
}

/** Cancels an import that was never run. */
async function discardImport(executor: Executor, id: number): Promise<boolean> {
  const discarded = await run(
    executor,
    sql`update muster.data_import set status = 'cancelled', finished_at = now() where id = ${id} and status = 'ready'`,
  )
  return discarded > 0
}

/** Deletes imports that are older than 30 days. @returns their ids */
export function deleteOldImports(executor: Executor): Promise<{ id: number }[]> {
  return rows<{ id: number }>(
    executor,
    sql`delete from muster.data_import where created_at < now() - interval '30 days' returning id`,
  )
}

/** Removes the samples of the files of imports that have ended. @returns their ids */
export function clearSamples(
  executor: Executor,
  teamId: number,
  dataCollectionIds: readonly number[],
): Promise<{ id: number }[]> {
  return rows<{ id: number }>(
    executor,
    sql`update muster.data_import
        set preview = '[]', reject_samples = '[]', "check" = null,
          columns = (select coalesce(jsonb_agg(c.value || '{"samples": []}' order by c.n), '[]')
            from jsonb_array_elements(columns) with ordinality c (value, n))
        where team_id = ${teamId} and data_collection_id = any(${dataCollectionIds}::bigint[])
          and status in ('done', 'failed', 'cancelled') returning id`,
  )
}
