/** Runs or checks an import, from file to records, in one transaction; a check rolls it back. */

import type { ImportCheck, ImportChoices } from '@muster/contract/imports/imports.api'
import {
  type Caller,
  Cancelled,
  type Deps,
  type FieldModel,
  homeContext,
  insertOperation,
  type Progress,
  requireRoom,
  scopeOf,
  type TeamModel,
  treeContext,
} from '../../engine/public.ts'
import { ident, join, rawSql, rows, run, sql, type Transaction } from '../../platform/db.ts'
import { checkSamples } from './check-samples.ts'
import type { MappedColumn } from './converter.ts'
import type { ImportFiles } from './import-files.ts'
import { finishImport, type Outcome, type StoredImport } from './imports.repo.ts'
import { writeRecords } from './insert.ts'
import { createdRecords } from './links.ts'
import { changes, matches, type Plan, type Planning, planImport } from './plan.ts'
import { rejectedRows, rejectReasons, writeRejects } from './rejects.ts'
import { cellOf, rejects, stage, stageFile } from './staging.ts'
import { virtualField } from './virtual-field.ts'

interface ImportWork {
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

type ReportProgress = (phase: Phase, processed: number, isDue?: boolean) => Promise<void>

/** Stages the file and plans every row. */
async function prepare(
  work: ImportWork,
  isCheck: boolean,
): Promise<{ planning: Planning; plan: Plan; report: ReportProgress }> {
  const { deps, files, client, model, caller, stored, choices, signal } = work
  await run(client, rawSql(`set local statement_timeout = 0`))
  await run(client, rawSql(`set local work_mem = '64MB'`))
  const context = treeContext({ model, caller, executor: client }, stored.dataCollectionId)
  const report: ReportProgress = (phase, processed, isDue) => work.progress({ phase, processed }, isDue)
  const total = stored.rowCount ?? 0
  let bytes = 0
  await report('reading', 0, true)
  const rowCount = await stageFile(client, {
    file: files.text(stored),
    reading: stored,
    width: stored.columns.length,
    isEven: stored.isEven,
    schema: model.schema,
    onProgress: (more) => {
      bytes += more
      return report('reading', Math.min(total, Math.round((total * bytes) / Math.max(1, stored.textSize))))
    },
    signal,
  })
  await report('checking', 0, true)
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
    isCheck,
    rowCount,
    operationId: await insertOperation(context, 'import'),
    // Planning the rows is the other half of checking.
    onColumn: (done) => report('checking', Math.round((rowCount * done) / columns.length / 2)),
  }
  return { planning, plan: await planImport(planning, columns), report }
}

/** The columns of the file with their fields; virtual fields stand in for those that do not exist yet. */
function mappedColumns(model: TeamModel, stored: StoredImport, choices: ImportChoices): MappedColumn[] {
  const collection = model.collections.get(stored.dataCollectionId)
  return choices.columns.flatMap((mapping, n): MappedColumn[] => {
    const { index, linkBy, separator, unknown } = mapping
    const { spaces } = choices
    const field: FieldModel | undefined =
      'columnName' in mapping
        ? collection?.fieldsByColumn.get(mapping.columnName)
        : virtualField(mapping.newField, -1 - n, collection?.homeId ?? 0)
    return field ? [{ index, field, options: { linkBy, separator, unknown, spaces } }] : []
  })
}

/** @throws Cancelled, and AppError for the file or missing permissions */
export async function importFile(work: ImportWork): Promise<void> {
  const { client, stored } = work
  const { planning, plan, report } = await prepare(work, false)
  const { operationId, rowCount } = planning
  await requireRoomFor(work, planning)
  const written = await writeRecords({
    ...planning,
    plan,
    teamUserId: stored.teamUserId,
    onProgress: (processed) => report('writing', processed, true),
  })
  const found = await countsOf(work, planning)
  const outcome: Outcome = {
    ...found,
    ...written,
    unchanged: found.unchanged + found.updated - written.updated,
    operationId,
    rowCount,
    rejectSamples: await storeRejects(work),
  }
  if (!(await finishImport(client, stored.id, outcome))) throw new Cancelled()
}

/** Predicts the result of the import. The caller rolls the transaction back. */
export async function checkFile(work: ImportWork): Promise<ImportCheck> {
  const { planning, plan } = await prepare(work, true)
  const { client, stored, choices } = work
  await requireRoomFor(work, planning)
  const headers = stored.columns.map(({ header }) => header)
  return {
    choices,
    ...(await countsOf(work, planning)),
    spaced: await countSpaced(client, mappedColumns(work.model, stored, choices)),
    rejectSamples: await storeRejects(work),
    reasons: await rejectReasons(client, headers),
    ...(await checkSamples(planning, plan, stored)),
  }
}

/** Texts that begin or end with spaces. */
async function countSpaced(client: Transaction, columns: readonly MappedColumn[]): Promise<number> {
  const texts = columns.filter(({ field }) => field.dataType === 'plain_text')
  if (texts.length === 0) return 0
  const counts = texts.map(({ index }) => {
    const cell = cellOf(index)
    return sql`count(*) filter (where ${cell} <> btrim(${cell}, e' \t\u00a0'))`
  })
  const [row] = await rows<{ n: number }>(
    client,
    sql`select (${join(counts, ' + ')})::bigint as n from ${stage} s`,
  )
  return row?.n ?? 0
}

/** A check refuses what the import would. New items of lists exist by now. @throws AppError record_quota */
async function requireRoomFor(work: ImportWork, planning: Planning): Promise<void> {
  if (work.model.quotas.maxRecords === null) return
  await requireRoom(planning, (await countsOf(work, planning)).created)
}

type Counts = Pick<ImportCheck, 'created' | 'updated' | 'unchanged' | 'rejected' | 'choicesCreated'>

/** Every row is created, updated, unchanged or rejected. */
async function countsOf({ client }: ImportWork, { rowCount }: Planning): Promise<Counts> {
  const [found] = await rows<{ rejected: number; updated: number; matched: number; made: number }>(
    client,
    sql`select (select count(distinct record_id) from ${rejects}) as rejected,
          (select count(*) from ${changes}) as updated,
          (select count(*) from ${matches} m
            where not exists (select from ${rejects} x where x.record_id = m.record_id)) as matched,
          (select count(*) from ${createdRecords}) as made`,
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

async function storeRejects({ client, files, stored }: ImportWork): Promise<Outcome['rejectSamples']> {
  const headers = stored.columns.map(({ header }) => header)
  const rejected = await rejectedRows(client, headers, stored.hasHeader)
  if (rejected.count > 0) await writeRejects(client, files.rejects(stored.id), headers, stored.hasHeader)
  else await files.removeRejects(stored.id)
  return rejected.samples
}

/** Home collections of the records that an operation created or changed. */
export async function touchedHomes(deps: Deps, model: TeamModel, operationId: number): Promise<number[]> {
  const found = await rows<{ home: number }>(
    deps.pool,
    sql`select r.data_collection_id as home from ${ident(model.schema, 'log_event')} l
          join ${ident(model.schema, 'data_record')} r on r.id = l.record_id where l.operation_id = ${operationId}
        union
        select r.data_collection_id from ${ident(model.schema, 'log_created')} c
          join ${ident(model.schema, 'data_record')} r on r.id between c.first_id and c.last_id
        where c.operation_id = ${operationId}`,
  )
  return found.map(({ home }) => home)
}
