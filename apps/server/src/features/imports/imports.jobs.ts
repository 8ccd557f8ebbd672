/** Background jobs of imports: running, checking, indexing, cleaning up. */

import { AppError } from '@muster/contract/errors'
import type { ImportCheck } from '@muster/contract/imports/imports.api'
import { z } from 'zod'
import { searchTextOf } from '../../engine/public.sql.ts'
import {
  accessTo,
  type Caller,
  Cancelled,
  type ColumnValue,
  type Deps,
  type Progress,
  performRun,
  type Run,
  type RunAttempt,
  scheduleIndexing,
  withMaintenanceLock,
} from '../../engine/public.ts'
import { ident, rows, run, sql, transaction } from '../../platform/db.ts'
import { defineTask, type JobContext } from '../../platform/jobs.ts'
import { callerOf } from '../auth/public.ts'
import { readNewNames } from '../search/public.ts'
import { checkFile, importFile, touchedHomes } from './import-file.ts'
import { ImportFiles } from './import-files.ts'
import {
  deleteOldImports,
  findImport,
  finishCheck,
  importCheck,
  importRun,
  type StoredImport,
} from './imports.repo.ts'

export function importTasks(deps: Deps) {
  const files = new ImportFiles(deps.config.dataDir)
  return {
    run_import: defineTask({
      schema: z.object({ teamId: z.number(), importId: z.number() }),
      maxAttempts: 3,
      run: ({ teamId, importId }, context) => runImport(deps, files, teamId, importId, context),
    }),
    check_import: defineTask({
      schema: z.object({ teamId: z.number(), importId: z.number() }),
      maxAttempts: 3,
      run: ({ teamId, importId }, context) => checkImport(deps, files, teamId, importId, context),
    }),
    index_imported: defineTask({
      schema: z.object({
        teamId: z.number(),
        dataCollectionId: z.number(),
        keepsStatistics: z.boolean().default(false),
      }),
      run: (payload, { signal }) => indexImported(deps, payload, signal),
    }),
    delete_old_imports: defineTask({
      schema: z.object({}),
      cron: '41 3 * * *',
      run: async () => {
        for (const { id } of await deleteOldImports(deps.pool)) await files.remove(id)
      },
    }),
  }
}

async function callerFor(deps: Deps, { teamId, teamUserId }: StoredImport): Promise<Caller> {
  const caller = await callerOf(deps.pool, teamId, teamUserId)
  if (!caller) throw new AppError('access_denied')
  return caller
}

async function runImport(
  deps: Deps,
  files: ImportFiles,
  teamId: number,
  importId: number,
  context: JobContext,
): Promise<void> {
  await performRun(runAttempt(deps, teamId, importRun(importId), context), async (progress) => {
    const work = await workOn(deps, files, teamId, importId, progress, context)
    const { model, caller, stored } = work
    await transaction(deps.pool, (client) => importFile({ ...work, client }))
    const done = await findImport(deps.pool, teamId, importId)
    const homes = await touchedHomes(deps, model, done?.operationId ?? 0)
    for (const home of homes) deps.live.recordsChanged(teamId, home, 'all')
    await scheduleIndexing(deps, teamId, accessTo(model, caller, stored.dataCollectionId).home.id)
  })
}

/** Thrown to roll a check's transaction back. */
class CheckDone extends Error {
  readonly check: ImportCheck

  constructor(check: ImportCheck) {
    super('The check is done')
    this.check = check
  }
}

async function checkImport(
  deps: Deps,
  files: ImportFiles,
  teamId: number,
  importId: number,
  context: JobContext,
): Promise<void> {
  await performRun(runAttempt(deps, teamId, importCheck(importId), context), async (progress) => {
    const work = await workOn(deps, files, teamId, importId, progress, context)
    try {
      await transaction(deps.pool, async (client) => {
        throw new CheckDone(await checkFile({ ...work, client }))
      })
    } catch (error) {
      if (!(error instanceof CheckDone)) throw error
      await finishCheck(deps.pool, importId, error.check)
    }
  })
}

function runAttempt(deps: Deps, teamId: number, run: Run, context: JobContext): RunAttempt<ColumnValue> {
  return { pool: deps.pool, run, context, onChange: () => deps.live.changed(teamId, { kind: 'imports' }) }
}

/** The context of a check or a run. @throws Cancelled, AppError access_denied */
async function workOn(
  deps: Deps,
  files: ImportFiles,
  teamId: number,
  importId: number,
  progress: Progress,
  { signal }: JobContext,
) {
  const stored = await findImport(deps.pool, teamId, importId)
  if (!stored?.choices) throw new Cancelled()
  const model = await deps.models.get(teamId)
  const caller = await callerFor(deps, stored)
  return { deps, files, model, caller, stored, choices: stored.choices, progress, signal }
}

interface Indexing {
  teamId: number
  dataCollectionId: number
  /** See `scheduleIndexing`. */
  keepsStatistics: boolean
}

const indexBatchSize = 2000

/**
 * Updates PostgreSQL's statistics, without which it plans as for an empty table, and fills the search index
 * with the records of an import, or of another change of many. If aborted by a shutdown, it queues itself again for
 * the next start.
 */
async function indexImported(
  deps: Deps,
  { teamId, dataCollectionId, keepsStatistics }: Indexing,
  signal: AbortSignal,
): Promise<void> {
  const again = () => scheduleIndexing(deps, teamId, dataCollectionId, { keepsStatistics })
  const model = await deps.models.get(teamId)
  const { schema } = model
  const catalogue = ident(schema, 'data_record')
  const home = model.collections.get(dataCollectionId)
  if (!home) return
  const table = ident(schema, home.tableName)
  if (!keepsStatistics)
    await withMaintenanceLock(deps.pool, teamId, (client) => run(client, sql`analyze ${table}, ${catalogue}`))
  const text = searchTextOf(home.fields, { model, schema, alias: 't' })
  for (let after: number | null = 0; after !== null; ) {
    if (signal.aborted) return again()
    const [moved]: { last: number | null }[] = await rows<{ last: number | null }>(
      deps.pool,
      sql`with next_ones as (
            select id from ${catalogue} where search is null and search_pending is not null
              and data_collection_id = ${dataCollectionId} and deleted_at is null and id > ${after}
            order by id limit ${indexBatchSize} for update skip locked),
          moved as (
            update ${catalogue} r
            set search = ${ident(schema, 'search_document')}(${text}), search_pending = null, named_at = now()
            from ${table} t where t.record_id = r.id and r.id in (select id from next_ones))
          select max(id) as last from next_ones`,
    )
    after = moved?.last ?? null
  }
  for (const each of keepsStatistics ? [] : [catalogue, table]) {
    if (signal.aborted) return again()
    await withMaintenanceLock(deps.pool, teamId, (client) => run(client, sql`vacuum (analyze) ${each}`))
  }
  // Last, because typo-tolerant search is less urgent.
  await readNewNames(deps, teamId, signal)
}
