/** Many records in one operation: a paste, one change for all, the trash, collections. */
import { AppError, type FieldError } from '@muster/contract/errors'
import type { OperationRef } from '@muster/contract/operations/operations.schema'
import type { BulkBody, bulkResultSchema, Target } from '@muster/contract/records/records.schema'
import type { z } from 'zod'
import { ident, one, run, sql, type Transaction, transaction } from '../../../platform/db.ts'
import { isDuplicate } from '../../../platform/errors.ts'
import type { TeamModel } from '../../../platform/model/model.ts'
import { fieldOfUniqueIndex } from '../../fields/unique.ts'
import type { Caller, CollectionAccess } from '../access.ts'
import { rowsToSql } from '../query/filter-to-sql.ts'
import { type Scope, scopeOf } from '../query/scope.ts'
import { countingFields, fillNumbers, skipTaken } from './auto-number.ts'
import { checkChanges } from './check-values.ts'
import { isLinks } from './columns.sql.ts'
import type { NewRecord } from './create.sql.ts'
import {
  type BadValue,
  createRecords,
  join,
  notUnique,
  prepareNew,
  refuse,
  type WriteDeps,
} from './create.ts'
import { checkFiles } from './files-check.ts'
import { membershipSource, membershipSql } from './membership.sql.ts'
import { checkMayAssign, withAncestors, withDescendants } from './membership-rules.ts'
import { type Moved, runMove } from './move.ts'
import { takenValues } from './taken.ts'
import { targetSql } from './target.sql.ts'
import { trashSql } from './trash.sql.ts'
import { type ChangedRecord, commonSource } from './update.sql.ts'
import { fieldsOf, lockRecords, prepareChanges, update, updateRecords } from './update.ts'

export type BulkResult = z.infer<typeof bulkResultSchema>
type Items = Extract<BulkBody, { skipBad: boolean }>

/** More than so many reasons nobody reads. */
const maxRejected = 1_000

interface Work {
  deps: WriteDeps
  caller: Caller
  model: TeamModel
  access: CollectionAccess
  scope: Scope
}

/**
 * @param access of the collection the request names
 * @throws AppError validation_failed, access_denied, version_conflict, not_found, filter_invalid
 */
export async function bulk(
  deps: WriteDeps,
  caller: Caller,
  model: TeamModel,
  access: CollectionAccess,
  body: BulkBody,
): Promise<BulkResult> {
  const work: Work = { deps, caller, model, access, scope: scopeOf(model, caller, access) }
  if ('set' in body) return setAll(work, body.set, body.target)
  if ('delete' in body) return moveAll(work, body.delete, true)
  if ('restore' in body) return moveAll(work, body.restore, false)
  if ('addTo' in body) return assignAll(work, body.target, [body.addTo], [])
  if ('removeFrom' in body) return assignAll(work, body.target, [], [body.removeFrom])
  return paste(work, body)
}

/** A long statement is what a bulk act is. */
function bulkTransaction<Result>(
  { deps }: Work,
  act: (client: Transaction) => Promise<Result>,
): Promise<Result> {
  return transaction(deps.pool, async (client) => {
    await run(client, sql`set local statement_timeout = '10min'`)
    return act(client)
  })
}

async function setAll(
  work: Work,
  set: Readonly<Record<string, unknown>>,
  target: Target,
): Promise<BulkResult> {
  const { deps, caller, model, access, scope } = work
  const { values, errors } = checkChanges(model, caller, access, set)
  const badFiles = await checkFiles(deps.pool, model, caller, access, [values])
  throwAt('set', [...errors, ...badFiles])
  const fields = fieldsOf(access, [{ v: values }])
  if (fields.length === 0) return nothing
  const ids = targetSql(scope, target)
  const kind = 'update_records'
  const done = await bulkTransaction(work, async (client) => {
    if (fields.some(isLinks)) await lockRecords(client, model, ids)
    const source = commonSource(ids, values)
    return update(client, caller, model, access, { source, fields, operation: { kind }, isStrict: false })
  }).catch((error: unknown) => {
    throw notUnique(error, model, 'set')
  })
  const { unknown, denied } = done.problems
  const badColumns = [...new Set((unknown ?? []).map(([, column]) => column))]
  throwAt(
    'set',
    badColumns.map((column) => ({ column, code: unknownCode(access, column) })),
  )
  return finish(
    work,
    kind,
    done,
    (denied ?? []).map(({ id }) => id),
  )
}

function unknownCode(access: CollectionAccess, column: string): FieldError['code'] {
  const field = access.home.fieldsByColumn.get(column)
  return field?.type.refersTo?.(field.settings).unknown ?? 'unknown_record'
}

function throwAt(path: string, bad: readonly (Omit<FieldError, 'path'> & { column: string })[]): void {
  if (bad.length === 0) return
  throw new AppError('validation_failed', {
    errors: bad.map(({ column, code, params }) => ({
      path: join(path, column),
      code,
      ...(params ? { params } : {}),
    })),
  })
}

async function moveAll(work: Work, target: Target, deletes: boolean): Promise<BulkResult> {
  const { caller, access, scope, model } = work
  const kind = deletes ? 'delete_records' : 'restore_records'
  const statement = trashSql(scope, {
    source: targetSql(scope, target, !deletes),
    deletes,
    teamUserId: caller.teamUserId || null,
    operation: { kind },
    may: rowsToSql(access.deletable, scope),
    isStrict: false,
  })
  const done = await bulkTransaction(work, (client) => runMove(client, statement)).catch((error: unknown) => {
    throw notUnique(error, model, 'restore')
  })
  return finish(work, kind, done, done.denied)
}

async function assignAll(
  work: Work,
  target: Target,
  addTo: readonly number[],
  removeFrom: readonly number[],
): Promise<BulkResult> {
  const { caller, model, access, scope } = work
  const path = addTo.length > 0 ? 'addTo' : 'removeFrom'
  const add = withAncestors(model, access.home, addTo, () => path)
  withAncestors(model, access.home, removeFrom, () => path)
  const remove = removeFrom.flatMap((id) => withDescendants(model, access.home, id))
  if (add.length + remove.length === 0 || remove.includes(access.home.id)) {
    throw new AppError('validation_failed', { errors: [{ path, code: 'unknown_collection' }] })
  }
  checkMayAssign(access, caller, [...add, ...remove])
  const ids = targetSql(scope, target)
  const kind = 'change_membership'
  const done = await bulkTransaction(work, async (client) => {
    await lockRecords(client, model, ids)
    return runMove(
      client,
      membershipSql(scope, {
        source: membershipSource(ids, add, remove),
        teamUserId: caller.teamUserId || null,
        operation: { kind },
        may: rowsToSql(access.updatable, scope),
        isStrict: false,
      }),
    )
  })
  return finish(work, kind, done, done.denied)
}

const nothing: BulkResult = { operation: null, created: [], updated: 0, rejected: [] }

/** Records that may not be changed are named; when there are no others, that is the answer. */
function finish(
  { deps, model, access }: Work,
  kind: OperationRef['kind'],
  done: Pick<Moved, 'operationId' | 'count' | 'ids'>,
  denied: readonly number[],
): BulkResult {
  if (done.count === 0 && denied.length > 0) throw new AppError('access_denied')
  if (done.count > 0) tell(deps, model, access, done.ids)
  return {
    operation: done.operationId === null ? null : { id: done.operationId, kind, recordCount: done.count },
    created: [],
    updated: done.count,
    rejected: denied.slice(0, maxRejected).map((id) => ({ path: `target.${id}`, code: 'access_denied' })),
  }
}

function tell(deps: WriteDeps, model: TeamModel, access: CollectionAccess, ids: readonly number[]): void {
  deps.live.recordsChanged(model.teamId, access.home.id, ids.length > 300 ? 'all' : ids)
}

/** Creates and changes as given; bad values stop all of it, or are left out and reported. */
async function paste(work: Work, body: Items): Promise<BulkResult> {
  const { deps, caller, model, access } = work
  const creates =
    body.create.length > 0 ? await prepareNew(deps, caller, model, access, body.create, createPath) : none
  const updates = await prepareChanges(deps, caller, model, access, body.update)
  const plan: Plan = {
    creates: new Map(creates.items.map((item, n) => [n, item])),
    updates: mergeById(updates.items),
    rejected: [],
  }
  reject(work, plan, body.skipBad, creates.bad, updates.bad)
  await fillNumbers(
    deps.pool,
    model,
    access.home,
    [...plan.creates.values()].map(({ v }) => v),
  )
  const done = await bulkTransaction(work, (client) => applyPlan(client, work, plan, body.skipBad))
  if (done.operation) tell(deps, model, access, [...done.created, ...done.changed])
  return {
    operation: done.operation,
    created: done.created,
    updated: done.updated,
    rejected: plan.rejected.slice(0, maxRejected),
  }
}

const none = { items: [] as NewRecord[], bad: [] as BadValue[] }

/** What is still to be done, by its place in the request. */
interface Plan {
  creates: Map<number, NewRecord>
  updates: Map<number, ChangedRecord>
  rejected: BulkResult['rejected']
}

const createPath = (item: number) => `create.${item}`
const updatePath = (item: number) => `update.${item}`

/** A record named twice is changed once: later values win. */
function mergeById(items: readonly ChangedRecord[]): Map<number, ChangedRecord> {
  const byId = new Map<number, ChangedRecord>()
  for (const item of items) {
    const first = byId.get(item.id)
    if (first) Object.assign(first.v, item.v)
    else byId.set(item.id, item)
  }
  return new Map([...byId.values()].map((item) => [item.n, item]))
}

interface Applied {
  operation: OperationRef | null
  created: number[]
  updated: number
  changed: number[]
}

/** Tries, takes out what is bad, and tries again; every round takes something out, so it ends. */
async function applyPlan(client: Transaction, work: Work, plan: Plan, skipBad: boolean): Promise<Applied> {
  for (;;) {
    await run(client, sql`savepoint plan`)
    const { applied, badCreates, badUpdates } = await tryPlan(client, work, plan)
    if (badCreates.length + badUpdates.length === 0) return applied
    await run(client, sql`rollback to savepoint plan`)
    reject(work, plan, skipBad, badCreates, badUpdates)
    await numberAgain(work, plan, badCreates)
  }
}

/** A number that turned out to be taken is made again, above all that are. */
async function numberAgain(
  { deps, model, access }: Work,
  plan: Plan,
  bad: readonly BadValue[],
): Promise<void> {
  const { home } = access
  const counted = countingFields(home).filter((field) =>
    bad.some(({ column }) => column === field.columnName),
  )
  for (const field of counted) await skipTaken(deps.pool, model, home, field)
  if (counted.length === 0) return
  const values = [...plan.creates.values()].map(({ v }) => v)
  await fillNumbers(deps.pool, model, home, values)
}

interface Tried {
  applied: Applied
  badCreates: BadValue[]
  badUpdates: BadValue[]
}

async function tryPlan(client: Transaction, work: Work, plan: Plan): Promise<Tried> {
  try {
    return await writePlan(client, work, plan)
  } catch (error) {
    if (!isDuplicate(error)) throw error
    await run(client, sql`rollback to savepoint plan`)
    return findTaken(client, work, plan, error)
  }
}

const notApplied: Applied = { operation: null, created: [], updated: 0, changed: [] }

async function writePlan(client: Transaction, work: Work, plan: Plan): Promise<Tried> {
  const { caller, model, access } = work
  const kind = plan.creates.size > 0 && plan.updates.size === 0 ? 'create_records' : 'update_records'
  const id = await insertOperation(client, model, caller, kind)
  const places = [...plan.creates.keys()]
  const made = await createRecords(client, caller, model, access, [...plan.creates.values()], id)
  const changed = await updateRecords(client, caller, model, access, [...plan.updates.values()], id)
  const recordCount = made.ids.length + changed.count
  if (recordCount > 0) await setRecordCount(client, model, id, recordCount)
  else await run(client, sql`delete from ${ident(model.schema, 'operation')} where id = ${id}`)
  return {
    applied: {
      operation: recordCount > 0 ? { id, kind, recordCount } : null,
      created: made.ids,
      updated: changed.count,
      changed: changed.ids,
    },
    badCreates: made.bad.map((bad) => ({ ...bad, item: places[bad.item] as number })),
    badUpdates: changed.bad,
  }
}

/** Which values a unique violation was about. @throws the violation when it was about none of ours */
async function findTaken(client: Transaction, work: Work, plan: Plan, error: unknown): Promise<Tried> {
  const { model } = work
  const field = fieldOfUniqueIndex(model, (error as { constraint?: string }).constraint)
  if (!field) throw error
  // Places of creates and updates are told apart by their sign; changes come first.
  const taken = await takenValues(client, model, field, [
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

/** @throws AppError unless bad values are to be left out */
function reject(
  { access }: Work,
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
    // A record without what it must have is none.
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

export async function insertOperation(
  client: Transaction,
  model: TeamModel,
  caller: Caller,
  kind: OperationRef['kind'],
  undoes: number | null = null,
): Promise<number> {
  const row = await one<{ id: number }>(
    client,
    sql`insert into ${ident(model.schema, 'operation')} (kind, team_user_id, undoes)
        values (${kind}, ${caller.teamUserId || null}, ${undoes}) returning id`,
  )
  return (row as { id: number }).id
}

export async function setRecordCount(
  client: Transaction,
  model: TeamModel,
  operationId: number,
  count: number,
): Promise<void> {
  await run(
    client,
    sql`update ${ident(model.schema, 'operation')} set record_count = ${count} where id = ${operationId}`,
  )
}
