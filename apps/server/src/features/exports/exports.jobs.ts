/** Jobs that write export files, and delete them after a week. */

import { AppError } from '@muster/contract/errors'
import type pg from 'pg'
import { z } from 'zod'
import {
  type CallerContext,
  Cancelled,
  type Deps,
  type Progress,
  performRun,
  requireExport,
} from '../../engine/public.ts'
import { one, sql } from '../../platform/db.ts'
import { defineTask, type JobContext } from '../../platform/jobs.ts'
import { callerOf } from '../auth/public.ts'
import { ExportFiles } from './export-files.ts'
import {
  deleteExpired,
  exportRun,
  findExport,
  type PersonOptions,
  type StoredExport,
} from './exports.repo.ts'
import { exportStatement } from './statement.ts'
import { type Target, writeCsv } from './write-csv.ts'
import { writeXlsx } from './write-xlsx.ts'

/** Writes all that is kept on one person, in the snapshot of the connection. */
export type WritePerson = (
  deps: Deps,
  context: CallerContext & { executor: pg.PoolClient },
  options: PersonOptions,
  target: Target,
) => Promise<void>

/** @param writePerson from the feature that knows what is kept on people */
export function exportsTasks(deps: Deps, writePerson: WritePerson) {
  const files = new ExportFiles(deps.config.dataDir)
  return {
    run_export: defineTask({
      schema: z.object({ teamId: z.number(), exportId: z.number() }),
      maxAttempts: 3,
      run: ({ teamId, exportId }, context) =>
        runExport({ ...deps, writePerson }, files, teamId, exportId, context),
    }),
    delete_old_exports: defineTask({
      schema: z.object({}),
      cron: '17 * * * *',
      run: async () => {
        for (const { id } of await deleteExpired(deps.pool)) await files.remove(id)
      },
    }),
  }
}

type Writing = Deps & { writePerson: WritePerson }

async function runExport(
  deps: Writing,
  files: ExportFiles,
  teamId: number,
  exportId: number,
  context: JobContext,
): Promise<void> {
  const { pool } = deps
  const run = exportRun(exportId)
  const onChange = () => deps.live.changed(teamId, { kind: 'exports' })
  await performRun({ pool, run, context, onChange }, async (progress) => {
    try {
      const stored = await findExport(pool, teamId, exportId, null)
      if (!stored) throw new Cancelled()
      const total = await writeFile(deps, files, stored, progress, context.signal)
      const fileSize = await files.finish(exportId)
      const isDone = await run.apply(pool, 'finish', { total, processed: total, file_size: fileSize })
      if (!isDone) throw new Cancelled()
    } catch (error) {
      if (!context.signal.aborted) await files.remove(exportId)
      throw error
    }
  })
}

/** Reads one snapshot, so that the count is exact. @returns the number of records in the file */
async function writeFile(
  deps: Writing,
  files: ExportFiles,
  { id, teamId, createdBy, options, fileName }: StoredExport,
  progress: Progress,
  stop: AbortSignal,
): Promise<number> {
  const model = await deps.models.get(teamId)
  const caller = await callerOf(deps.pool, teamId, createdBy.teamUserId)
  if (!caller) throw new AppError('access_denied')
  requireExport(model, caller)
  if (options.format === 'zip' && !caller.isTeamAdmin) throw new AppError('access_denied')
  const statement = options.format === 'zip' ? null : exportStatement(deps, model, caller, options)
  const path = await files.begin(id)
  const client = await deps.pool.connect()
  let isBroken = true
  try {
    await client.query('begin isolation level repeatable read read only; set local statement_timeout = 0')
    const total = statement ? (await one<{ count: number }>(client, statement.count))!.count : 1
    await withProgress(deps, client, progress, total, stop, async (target) => {
      const full = { ...target, path }
      if (options.format === 'zip' || !statement)
        await deps.writePerson(deps, { model, caller, executor: client }, options as PersonOptions, full)
      else if (options.format === 'csv') await writeCsv(client, statement, options.delimiter, full)
      else await writeXlsx(client, statement, { title: fileName.replace(/ [\d-]+\.xlsx$/, ''), total }, full)
    })
    await client.query('commit')
    isBroken = false
    return total
  } finally {
    // A connection in the middle of a COPY cannot be reused.
    client.release(isBroken)
  }
}

const progressMs = 400

/** Reports progress while `work` runs, and aborts it when the export is cancelled. */
async function withProgress(
  deps: Deps,
  client: pg.PoolClient,
  progress: Progress,
  total: number,
  stop: AbortSignal,
  work: (target: Omit<Target, 'path'>) => Promise<void>,
): Promise<void> {
  const pid = (await one<{ pid: number }>(client, sql`select pg_backend_pid() as pid`))!.pid
  const cancelling = new AbortController()
  let counted = 0
  const report = async (): Promise<void> => {
    const processed = counted || (await copiedRows(deps, pid))
    await progress({ total, processed: Math.min(processed, total) }, true)
  }
  await report()
  const stopIfCancelled = (error: unknown): void => {
    if (error instanceof Cancelled) cancelling.abort(error)
  }
  const timer = setInterval(() => void report().catch(stopIfCancelled), progressMs)
  try {
    await work({
      signal: AbortSignal.any([stop, cancelling.signal]),
      onRows: (count) => {
        counted += count
      },
    })
  } catch (error) {
    throw cancelling.signal.aborted ? cancelling.signal.reason : error
  } finally {
    clearInterval(timer)
  }
}

/** Rows that a COPY has written so far, according to PostgreSQL. */
async function copiedRows({ pool }: Pick<Deps, 'pool'>, pid: number): Promise<number> {
  const row = await one<{ rows: number }>(
    pool,
    sql`select tuples_processed as rows from pg_stat_progress_copy where pid = ${pid}`,
  )
  return row?.rows ?? 0
}
