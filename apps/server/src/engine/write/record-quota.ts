/**
 * Keeps a team within its number of records. Creating one compares two numbers; only near the quota, records are
 * counted in the transaction that creates more.
 */
import { AppError } from '@muster/contract/errors'
import pg from 'pg'
import { type Executor, ident, one, run, sql } from '../../platform/db.ts'
import type { TreeContext, WriteContext } from '../access/tree-context.ts'
import type { TeamModel } from '../model/model.ts'

interface Use {
  /** As counted last, and what this process has created since. */
  records: number
  countedAt: number
  isCounting: boolean
}

/** A changed quota is a changed model, so that its use is read again. */
const uses = new WeakMap<TeamModel, Use>()
const maxAgeMs = 60_000

/** What other processes may create until records are counted again. */
const marginOf = (maxRecords: number) => Math.max(1_000, maxRecords / 100)

async function countLiving(executor: Executor, schema: string): Promise<number> {
  const row = await one<{ count: number }>(
    executor,
    sql`select count(*) from ${ident(schema, 'data_record')} where deleted_at is null`,
  )
  return row?.count ?? 0
}

/** Whether `requireRoom` must be called in the transaction that creates a record. */
export async function isNearQuota({ model, executor }: TreeContext): Promise<boolean> {
  const { maxRecords } = model.quotas
  if (maxRecords === null) return false
  const use = uses.get(model) ?? (await counted(model, executor))
  const isOld = Date.now() - use.countedAt > maxAgeMs
  // A connection inside a transaction is not ours to use later.
  if (isOld && !use.isCounting && executor instanceof pg.Pool) countSoon(model, executor, use)
  use.records += 1
  return use.records > maxRecords - marginOf(maxRecords)
}

async function counted(model: TeamModel, executor: Executor): Promise<Use> {
  const records = await countLiving(executor, model.schema)
  const use = { records, countedAt: Date.now(), isCounting: false }
  uses.set(model, use)
  return use
}

function countSoon(model: TeamModel, pool: pg.Pool, use: Use): void {
  use.isCounting = true
  counted(model, pool).catch(() => {
    // The next record tries again.
    use.isCounting = false
  })
}

/**
 * Counts exactly. Creations of single records that call this wait for each other; those of many do not, since they
 * hold locks that others may wait for, and may exceed the quota by what runs at the same time.
 *
 * @param count of records to be created
 * @throws AppError record_quota
 */
export async function requireRoom({ model, executor }: WriteContext, count: number): Promise<void> {
  const { maxRecords } = model.quotas
  if (maxRecords === null || count === 0) return
  if (count === 1) {
    await run(
      executor,
      sql`select pg_advisory_xact_lock(hashtext('muster.record_quota'), ${model.teamId}::int)`,
    )
  }
  if ((await countLiving(executor, model.schema)) + count > maxRecords) throw new AppError('record_quota')
}
