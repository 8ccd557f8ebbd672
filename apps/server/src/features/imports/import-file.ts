/** One import, or the check of one, from file to records: all in one transaction, which a check takes back. */

import type { ImportCheck, ImportChoices } from '@muster/contract/imports/imports.api'
import {
  type Caller,
  Cancelled,
  type Deps,
  type FieldModel,
  homeContext,
  insertOperation,
  type Progress,
  scopeOf,
  type TeamModel,
  treeContext,
} from '../../engine/public.ts'
import { ident, rawSql, rows, run, sql, type Transaction } from '../../platform/db.ts'
import { checkSamples } from './check-samples.ts'
import type { MappedColumn } from './converter.ts'
import type { ImportFiles } from './import-files.ts'
import { finishImport, type Outcome, type StoredImport } from './imports.repo.ts'
import { writeRecords } from './insert.ts'
import { madeRecords } from './links.ts'
import { changes, matches, type Plan, type Planning, planImport } from './plan.ts'
import { rejectedRows, rejectReasons, writeRejects } from './rejects.ts'
import { rejects, stagedRows, stageFile } from './staging.ts'
import { virtualField } from './virtual-field.ts'

interface Work {
  deps: Deps
  files: ImportFiles
  client: Transaction
  model: TeamModel
  caller: Caller
  stored: StoredImport
  choices: ImportChoices
  progress: Progress
  signal: AbortSignal
}

type Phase = NonNullable<StoredImport['phase']>

type Note = (phase: Phase, processed: number, isDue?: boolean) => Promise<void>

/** Reads the file and decides on every row. */
async function prepare(work: Work): Promise<{ planning: Planning; plan: Plan; note: Note }> {
  const { deps, files, client, model, caller, stored, choices, signal } = work
  await run(client, rawSql(`set local statement_timeout = 0`))
  await run(client, rawSql(`set local work_mem = '64MB'`))
  const context = treeContext({ model, caller, executor: client }, stored.dataCollectionId)
  const note: Note = (phase, processed, isDue) => work.progress({ phase, processed }, isDue)
  const total = stored.rowCount ?? 0
  let bytes = 0
  await note('reading', 0, true)
  await stageFile(client, {
    file: files.text(stored),
    reading: stored,
    width: stored.columns.length,
    isEven: stored.isEven,
    schema: model.schema,
    onProgress: (more) => {
      bytes += more
      return note('reading', Math.min(total, Math.round((total * bytes) / Math.max(1, stored.textSize))))
    },
    signal,
  })
  const rowCount = await stagedRows(client)
  await note('checking', 0, true)
  const columns = mappedColumns(model, stored, choices)
  const planning: Planning = {
    ...context,
    pool: deps.pool,
    scope: scopeOf(context),
    home: homeContext(context, stored.dataCollectionId),
    choices,
    signal,
    facts: stored.facts,
    isWorkbook: stored.sheet !== null,
    rowCount,
    operationId: await insertOperation(context, 'import'),
    // Deciding on rows is the other half of checking.
    onColumn: (done) => note('checking', Math.round((rowCount * done) / columns.length / 2)),
  }
  return { planning, plan: await planImport(planning, columns), note }
}

/** The columns of the file with their fields; fields that a check must do without are made up for it. */
function mappedColumns(model: TeamModel, stored: StoredImport, choices: ImportChoices): MappedColumn[] {
  const collection = model.collections.get(stored.dataCollectionId)
  return choices.columns.flatMap((mapping, n): MappedColumn[] => {
    const { index, linkBy, separator, unknown } = mapping
    const field: FieldModel | undefined =
      'columnName' in mapping
        ? collection?.fieldsByColumn.get(mapping.columnName)
        : virtualField(mapping.newField, -1 - n, collection?.homeId ?? 0)
    return field ? [{ index, field, options: { linkBy, separator, unknown } }] : []
  })
}

/** @throws Cancelled, and AppError of the file or the rights */
export async function importFile(work: Work): Promise<void> {
  const { client, stored } = work
  const { planning, plan, note } = await prepare(work)
  const { operationId, rowCount } = planning
  const written = await writeRecords({
    ...planning,
    plan,
    teamUserId: stored.teamUserId,
    onProgress: (processed) => note('writing', processed, true),
  })
  const found = await countsOf(work, planning)
  const outcome: Outcome = {
    ...found,
    ...written,
    operationId,
    rowCount,
    rejectSamples: await keepRejects(work),
  }
  if (!(await finishImport(client, stored.id, outcome))) throw new Cancelled()
}

/** What the run would do. The caller takes the transaction back. */
export async function checkFile(work: Work): Promise<ImportCheck> {
  const { planning, plan } = await prepare(work)
  const { client, stored, choices } = work
  const headers = stored.columns.map(({ header }) => header)
  return {
    choices,
    ...(await countsOf(work, planning)),
    rejectSamples: await keepRejects(work),
    reasons: await rejectReasons(client, headers),
    ...(await checkSamples(planning, plan, stored)),
  }
}

type Counts = Pick<ImportCheck, 'created' | 'updated' | 'unchanged' | 'rejected' | 'choicesCreated'>

/** Every row is one of four. */
async function countsOf({ client }: Work, { rowCount }: Planning): Promise<Counts> {
  const [found] = await rows<{ rejected: number; updated: number; matched: number; made: number }>(
    client,
    sql`select (select count(distinct record_id) from ${rejects}) as rejected,
          (select count(*) from ${changes}) as updated,
          (select count(*) from ${matches} m
            where not exists (select from ${rejects} x where x.record_id = m.record_id)) as matched,
          (select count(*) from ${madeRecords}) as made`,
  )
  const { rejected = 0, updated = 0, matched = 0, made = 0 } = found ?? {}
  return {
    created: rowCount - rejected - matched,
    updated,
    unchanged: matched - updated,
    rejected,
    choicesCreated: made,
  }
}

async function keepRejects({ client, files, stored }: Work): Promise<Outcome['rejectSamples']> {
  const headers = stored.columns.map(({ header }) => header)
  const rejected = await rejectedRows(client, headers, stored.hasHeader)
  if (rejected.count > 0) await writeRejects(client, files.rejects(stored.id), headers, stored.hasHeader)
  else await files.removeRejects(stored.id)
  return rejected.samples
}

/** Homes of which records were made or changed. */
export async function touchedHomes(deps: Deps, model: TeamModel, operationId: number): Promise<number[]> {
  const found = await rows<{ home: number }>(
    deps.pool,
    sql`select distinct r.data_collection_id as home from ${ident(model.schema, 'log_event')} l
        join ${ident(model.schema, 'data_record')} r on r.id = l.record_id where l.operation_id = ${operationId}`,
  )
  return found.map(({ home }) => home)
}
