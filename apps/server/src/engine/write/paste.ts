/**
 * A paste creates and updates records with individual values as one operation, and reports each invalid
 * value.
 */
import { AppError } from '@muster/contract/errors'
import type { OperationRef } from '@muster/contract/operations/operations.schema'
import type { BulkBody } from '@muster/contract/records/records.schema'
import type pg from 'pg'
import { ident, one, run, sql } from '../../platform/db.ts'
import { isDuplicate } from '../../platform/errors.ts'
import type { TreeAccess, WriteContext } from '../access/tree-context.ts'
import { fieldOfUniqueIndex } from '../indexes/unique.ts'
import { countingFields, fillNumbers, skipTaken } from './auto-number.ts'
import {
  type BulkResult,
  bulkTransaction,
  keepResult,
  maxRejected,
  notifyChanged,
  type Work,
} from './bulk-work.ts'
import type { NewRecord } from './create.sql.ts'
import { type BadValue, createRecords, join, notUnique, prepareNew, refuse } from './create.ts'
import { insertOperation } from './operation.sql.ts'
import { scheduleIndexing } from './schedule-indexing.ts'
import { takenValues } from './taken.ts'
import type { ChangedRecord } from './update.sql.ts'
import { prepareChanges, updateRecords } from './update.ts'

type Items = Extract<BulkBody, { skipBad: boolean }>

/** Creates and updates records. Invalid values reject the whole paste, or are skipped and reported. */
export async function paste(work: Work, body: Items): Promise<BulkResult> {
  const creates = body.create.length > 0 ? await prepareNew(work, body.create, createPath) : noCreates
  const updates = await prepareChanges(work, body.update)
  const plan: Plan = {
    creates: new Map(creates.items.map((item, n) => [n, item])),
    updates: mergeById(updates.items),
    rejected: [],
  }
  reject(work, plan, body.skipBad, creates.bad, updates.bad)
  await fillNumbers(
    work.executor,
    work.model,
    work.access.home,
    [...plan.creates.values()].map(({ v }) => v),
  )
  const defersSearch = plan.updates.size > (body.continues === undefined ? maxIndexed : maxIndexedInPart)
  const { result, changed } = await bulkTransaction(work, async (client) => {
    const { changed, ...applied } = await applyPlan({ ...work, executor: client }, work.executor, plan, {
      ...body,
      defersSearch,
    })
    if (defersSearch) {
      const { deps, model, access } = work
      await scheduleIndexing(deps, model.teamId, access.home.id, { keepsStatistics: true, client })
    }
    const rejected = plan.rejected.slice(0, maxRejected)
    const result: BulkResult = { ...applied, rejected, isRunning: false }
    keepResult(work, result)
    return { result, changed }
  })
  if (result.created.length + result.updated > 0) notifyChanged(work, [...result.created, ...changed])
  return result
}

const noCreates = { items: [] as NewRecord[], bad: [] as BadValue[] }

/** The remaining changes, by index in the request. */
interface Plan {
  creates: Map<number, NewRecord>
  updates: Map<number, ChangedRecord>
  rejected: BulkResult['rejected']
}

/**
 * Of more changed records, a job writes the search documents: they are two fifths of the time that somebody waits. Until
 * then a slower search finds the records.
 */
const maxIndexed = 2000
/** The same for a part that continues a paste. */
const maxIndexedInPart = 500

const createPath = (item: number) => `create.${item}`
const updatePath = (item: number) => `update.${item}`

/** Merges changes of the same record; later values win. */
function mergeById(items: readonly ChangedRecord[]): Map<number, ChangedRecord> {
  const byId = new Map<number, ChangedRecord>()
  for (const item of items) {
    const first = byId.get(item.id)
    if (first) Object.assign(first.v, item.v)
    else byId.set(item.id, item)
  }
  return new Map([...byId.values()].map((item) => [item.n, item]))
}

interface Part {
  /** The operation that it continues. */
  first: OperationRef | null
  /** A job writes the search documents. */
  defersSearch: boolean
  /** The operation has not changed any of these records before, as far as is known. */
  isFirst: boolean
}

interface Applied {
  operation: OperationRef | null
  created: number[]
  updated: number
  changed: number[]
}

/**
 * Retries without the invalid values until the plan succeeds; terminates because each attempt removes some.
 */
async function applyPlan(
  context: WriteContext,
  pool: pg.Pool,
  plan: Plan,
  { skipBad, continues, defersSearch }: Items & Pick<Part, 'defersSearch'>,
): Promise<Applied> {
  const { executor } = context
  const first = continues === undefined ? null : await shareOwnOperation(context, continues)
  const part = { first, defersSearch, isFirst: true }
  for (;;) {
    await run(executor, sql`savepoint plan`)
    const { applied, badCreates, badUpdates } = await tryPlan(context, plan, part)
    if (badCreates.length + badUpdates.length === 0) return applied
    await run(executor, sql`rollback to savepoint plan`)
    reject(context, plan, skipBad, badCreates, badUpdates)
    await renumber(pool, context, plan, badCreates)
  }
}

/** Replaces automatic numbers that were already taken with higher ones. */
async function renumber(
  pool: pg.Pool,
  { model, access }: WriteContext,
  plan: Plan,
  bad: readonly BadValue[],
): Promise<void> {
  const { home } = access
  const counted = countingFields(home).filter((field) =>
    bad.some(({ column }) => column === field.columnName),
  )
  for (const field of counted) await skipTaken(pool, model, home, field)
  if (counted.length === 0) return
  const values = [...plan.creates.values()].map(({ v }) => v)
  await fillNumbers(pool, model, home, values)
}

interface Attempt {
  applied: Applied
  badCreates: BadValue[]
  badUpdates: BadValue[]
}

async function tryPlan(context: WriteContext, plan: Plan, part: Part): Promise<Attempt> {
  try {
    return await writePlan(context, plan, part)
  } catch (error) {
    if (!isDuplicate(error)) throw error
    await run(context.executor, sql`rollback to savepoint plan`)
    if (isDuplicate(error, 'log_event_pkey')) return tryPlan(context, plan, { ...part, isFirst: false })
    return findTaken(context, plan, error)
  }
}

const notApplied: Applied = { operation: null, created: [], updated: 0, changed: [] }

async function writePlan(
  context: WriteContext,
  plan: Plan,
  { first, defersSearch, isFirst }: Part,
): Promise<Attempt> {
  const isCreating = plan.creates.size > 0 && plan.updates.size === 0
  const kind = isCreating && first === null ? 'create_records' : 'update_records'
  const id = first?.id ?? (await insertOperation(context, kind))
  const places = [...plan.creates.keys()]
  const made = await createRecords(context, [...plan.creates.values()], id)
  const changed = await updateRecords(context, [...plan.updates.values()], id, { defersSearch, isFirst })
  const count = made.ids.length + changed.count
  return {
    applied: {
      operation: await addToOperation(context, first ?? { id, kind, recordCount: 0 }, kind, count),
      created: made.ids,
      updated: changed.count,
      changed: changed.ids,
    },
    badCreates: made.bad.map((bad) => ({ ...bad, item: places[bad.item] as number })),
    badUpdates: changed.bad,
  }
}

/**
 * Counts the records in their operation, where other parts of the paste may have counted theirs; a new one without any is
 * deleted.
 */
async function addToOperation(
  { executor, model }: WriteContext,
  first: OperationRef,
  kind: OperationRef['kind'],
  count: number,
): Promise<OperationRef | null> {
  const operation = ident(model.schema, 'operation')
  if (count === 0 && first.recordCount === 0) {
    await run(executor, sql`delete from ${operation} where id = ${first.id}`)
    return null
  }
  const counted = await one<OperationRef>(
    executor,
    sql`update ${operation} set record_count = record_count + ${count}, kind = ${kind} where id = ${first.id}
        returning id, kind, record_count as "recordCount"`,
  )
  return counted as OperationRef
}

/**
 * Finds the operation that this paste continues, so that a paste in parts is undone as one. Its parts may run at the same
 * time, and an undo waits for them.
 *
 * @throws AppError not_found unless the operation is the caller's own, of the last hour, and not undone
 */
async function shareOwnOperation(
  { executor, model, caller }: WriteContext,
  id: number,
): Promise<OperationRef> {
  const found = await one<OperationRef>(
    executor,
    sql`select id, kind, record_count as "recordCount" from ${ident(model.schema, 'operation')}
        where id = ${id} and team_user_id = ${caller.teamUserId} and undone_by is null
          and kind in ('create_records', 'update_records') and at > now() - interval '1 hour' for key share`,
  )
  if (!found) throw new AppError('not_found')
  return found
}

/**
 * Finds the values that caused a unique violation.
 *
 * @throws the violation if no value of the plan caused it
 */
async function findTaken({ executor, model }: WriteContext, plan: Plan, error: unknown): Promise<Attempt> {
  const field = fieldOfUniqueIndex(model, (error as { constraint?: string }).constraint)
  if (!field) throw error
  // Positive numbers are creates and negative ones updates, so that updates come first.
  const taken = await takenValues(executor, model, field, [
    ...[...plan.creates].map(([n, { v }]) => ({ n: n + 1, id: null, v })),
    ...[...plan.updates].map(([n, { id, v }]) => ({ n: -1 - n, id, v })),
  ])
  if (taken.length === 0) throw notUnique(error, model, '')
  const bad = (item: number): BadValue => ({ item, column: field.columnName, code: 'not_unique' })
  return {
    applied: notApplied,
    badCreates: taken.filter((n) => n > 0).map((n) => bad(n - 1)),
    badUpdates: taken.filter((n) => n < 0).map((n) => bad(-1 - n)),
  }
}

/**
 * Removes invalid values from the plan and reports them.
 *
 * @throws AppError if invalid values are not to be skipped
 */
function reject(
  { access }: TreeAccess,
  plan: Plan,
  skipBad: boolean,
  badCreates: readonly BadValue[],
  badUpdates: readonly BadValue[],
): void {
  if (!skipBad) {
    refuse(badCreates, createPath)
    refuse(badUpdates, updatePath)
  }
  const report = (path: string, { column, code }: BadValue) => {
    plan.rejected.push({ path: column === null ? path : join(path, 'values', column), code })
  }
  for (const bad of badCreates) {
    report(createPath(bad.item), bad)
    const isNeeded = bad.column === null || access.home.fieldsByColumn.get(bad.column)?.isRequired
    // A record without a valid required value is not created.
    if (isNeeded) plan.creates.delete(bad.item)
    else delete plan.creates.get(bad.item)?.v[bad.column as string]
  }
  for (const bad of badUpdates) {
    report(updatePath(bad.item), bad)
    if (bad.column === null) plan.updates.delete(bad.item)
    else delete plan.updates.get(bad.item)?.v[bad.column]
  }
  for (const [n, { v }] of plan.updates) if (Object.keys(v).length === 0) plan.updates.delete(n)
}
