/** The import itself: one transaction, in the background, with progress that anybody may watch. */
import { AppError } from '@muster/contract/errors'
import { z } from 'zod'
import { fixed, ident, run, sql, type Transaction, transaction } from '../../platform/db.ts'
import type { Deps } from '../../platform/deps.ts'
import { defineTask, type JobContext } from '../../platform/jobs.ts'
import type { TeamModel } from '../../platform/model/model.ts'
import { callerOf } from '../auth/authenticator.ts'
import { accessTo, type Caller } from '../records/access.ts'
import { scopeOf } from '../records/query/scope.ts'
import { searchTextOf } from '../records/write/texts.sql.ts'
import { convertColumns, type MappedColumn, readyColumns } from './convert.ts'
import { ImportFiles } from './import-files.ts'
import {
  failImport,
  findImport,
  finishImport,
  isRunning,
  noteProgress,
  type Outcome,
  oldImports,
  type StoredImport,
  startImport,
} from './imports.repo.ts'
import { insertRecords } from './insert.ts'
import { rejectedRows, writeRejects } from './rejects.ts'
import { stagedRows, stageFile } from './staging.ts'

export function importTasks(deps: Deps) {
  const files = new ImportFiles(deps.config.dataDir)
  return {
    run_import: defineTask({
      schema: z.object({ teamId: z.number(), importId: z.number() }),
      maxAttempts: 3,
      run: ({ teamId, importId }, context) => runImport(deps, files, teamId, importId, context),
    }),
    index_imported: defineTask({
      schema: z.object({ teamId: z.number(), dataCollectionId: z.number() }),
      run: ({ teamId, dataCollectionId }, { signal }) =>
        indexImported(deps, teamId, dataCollectionId, signal),
    }),
    delete_old_imports: defineTask({
      schema: z.object({}),
      cron: '41 3 * * *',
      run: async () => {
        for (const { id } of await oldImports(deps.pool)) await files.remove(id)
      },
    }),
  }
}

class Cancelled extends Error {}

async function runImport(
  deps: Deps,
  files: ImportFiles,
  teamId: number,
  importId: number,
  context: JobContext,
): Promise<void> {
  if (!(await startImport(deps.pool, importId))) return
  const stored = await findImport(deps.pool, teamId, importId)
  if (!stored) return
  await deps.live.changed(teamId, { kind: 'imports' })
  try {
    const model = await deps.models.get(teamId)
    const caller = await callerOf(deps.pool, teamId, stored.teamUserId)
    if (!caller) throw new AppError('access_denied')
    await transaction(deps.pool, (client) =>
      importFile({ deps, files, client, model, caller, stored, signal: context.signal }),
    )
    deps.live.recordsChanged(teamId, accessTo(model, caller, stored.dataCollectionId).home.id, 'all')
    await indexLater(deps, teamId, accessTo(model, caller, stored.dataCollectionId).home.id)
  } catch (error) {
    await settle(deps, stored, error, context)
  }
  await deps.live.changed(teamId, { kind: 'imports' })
}

/** Cancelled is an end of its own; what the file or the rights forbid is final; anything else is tried again. */
async function settle(deps: Deps, { id }: StoredImport, error: unknown, context: JobContext): Promise<void> {
  if (error instanceof Cancelled) return
  if (error instanceof AppError) {
    const line = error.params.line
    await failImport(deps.pool, id, { code: error.code, line: typeof line === 'number' ? line : null })
    return
  }
  if (context.isLastAttempt && !context.signal.aborted)
    await failImport(deps.pool, id, { code: 'internal', line: null })
  throw error
}

interface Work {
  deps: Deps
  files: ImportFiles
  client: Transaction
  model: TeamModel
  caller: Caller
  stored: StoredImport
  signal: AbortSignal
}

async function importFile({ deps, files, client, model, caller, stored, signal }: Work): Promise<void> {
  const { pool } = deps
  await run(client, fixed(`set local statement_timeout = 0`))
  await run(client, fixed(`set local work_mem = '64MB'`))
  const access = accessTo(model, caller, stored.dataCollectionId)
  const columns = mappedColumns(model, stored)
  const headers = stored.columns.map(({ header }) => header)
  const { hasHeader } = stored
  await stageFile(client, {
    file: files.upload(stored.id),
    reading: stored,
    width: stored.columns.length,
    isEven: stored.isEven,
    schema: model.schema,
    onProgress: () => {},
    signal,
  })
  const rowCount = await stagedRows(client)
  const scope = scopeOf(model, caller, access)
  const converter = { client, model, caller, scope, signal, facts: stored.facts }
  if (!(await isRunning(pool, stored.id))) throw new Cancelled()
  await convertColumns(converter, columns)
  const ready = await readyColumns(client, columns)
  const { operationId, created } = await insertRecords({
    ...converter,
    pool,
    access,
    columns: ready,
    teamUserId: stored.teamUserId,
    rowCount,
    onProgress: async (processed) => {
      if (!(await noteProgress(pool, stored.id, processed))) throw new Cancelled()
    },
  })
  const rejected = await rejectedRows(client, headers, hasHeader)
  if (rejected.count > 0) await writeRejects(client, files.rejects(stored.id), headers, hasHeader)
  const outcome: Outcome = {
    operationId,
    created,
    rejected: rejected.count,
    rejectSamples: rejected.samples,
    rowCount,
  }
  if ((await finishImport(client, stored.id, outcome)) === 0) throw new Cancelled()
}

function mappedColumns(model: TeamModel, stored: StoredImport): MappedColumn[] {
  const collection = model.collections.get(stored.dataCollectionId)
  return (stored.mapping ?? []).flatMap((mapping) => {
    const field = 'columnName' in mapping ? collection?.fieldsByColumn.get(mapping.columnName) : undefined
    return field ? [{ index: mapping.index, field }] : []
  })
}

async function indexLater(deps: Deps, teamId: number, dataCollectionId: number): Promise<void> {
  const jobKey = `index_imported ${teamId} ${dataCollectionId}`
  await deps.jobs.add('index_imported', { teamId, dataCollectionId }, { jobKey })
}

const indexedAtOnce = 2000

/**
 * Lets PostgreSQL know what came in, without which it plans as for an empty table, and fills the search index from
 * the imported records' values. Stopped by a shutdown it leaves the rest to the same job, taken up at the next start.
 */
async function indexImported(
  deps: Deps,
  teamId: number,
  dataCollectionId: number,
  signal: AbortSignal,
): Promise<void> {
  const model = await deps.models.get(teamId)
  const { schema } = model
  const catalogue = ident(schema, 'data_record')
  const home = model.collections.get(dataCollectionId)
  if (!home) return
  const table = ident(schema, home.tableName)
  await run(deps.pool, sql`analyze ${table}, ${catalogue}`)
  const text = searchTextOf(home.fields, { model, schema, alias: 't' })
  for (let moved = 1; moved > 0; ) {
    if (signal.aborted) return indexLater(deps, teamId, dataCollectionId)
    moved = await run(
      deps.pool,
      sql`update ${catalogue} r
          set search = ${ident(schema, 'search_document')}(${text}), search_pending = null
          from ${table} t where t.record_id = r.id and r.id in (
            select id from ${catalogue} where search is null and search_pending is not null
              and data_collection_id = ${dataCollectionId}
            order by id limit ${indexedAtOnce} for update skip locked)`,
    )
  }
  for (const each of [catalogue, table]) {
    if (signal.aborted) return indexLater(deps, teamId, dataCollectionId)
    await run(deps.pool, sql`vacuum (analyze) ${each}`)
  }
}
