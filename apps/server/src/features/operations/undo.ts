/**
 * Taking back an operation: each thing it did that nobody has changed since, in statements over all its records.
 * An undo is an operation itself, with events of its own, and is taken back the same way.
 */
import { AppError } from '@muster/contract/errors'
import type { OperationRef, UndoResult } from '@muster/contract/operations/operations.schema'
import {
  fixed,
  ident,
  literal,
  one,
  rows,
  run,
  type Sql,
  sql,
  type Transaction,
  transaction,
} from '../../platform/db.ts'
import type { Deps } from '../../platform/deps.ts'
import { isDuplicate } from '../../platform/errors.ts'
import type { TeamUser } from '../../platform/http/context.ts'
import type { FieldModel, TeamModel } from '../../platform/model/model.ts'
import { copyBookmarks, type Merged, removeCopies } from '../bookmarks/merged-bookmarks.ts'
import { changeModel, type ModelChange } from '../collections/change-model.ts'
import { restoreWithin, trashWithin } from '../collections/collections.service.ts'
import { checkFiltersHold } from '../collections/filters-hold.ts'
import { canDesign } from '../fields/fields.service.ts'
import { typeChangeDetailsSchema } from '../fields/type-change/details.ts'
import { fieldsChangedTypeSince, undoFieldTypeChange } from '../fields/type-change/undo.ts'
import { fieldOfUniqueIndex } from '../fields/unique.ts'
import { fieldsUsing, usedItems } from '../lists/uses.sql.ts'
import { type Caller, type CollectionAccess, homeAccess } from '../records/access.ts'
import { all, always, any, rowsToSql } from '../records/query/filter-to-sql.ts'
import { everything, type Scope, scopeOf } from '../records/query/scope.ts'
import { own, refersToRecords } from '../records/write/columns.sql.ts'
import { membershipSql } from '../records/write/membership.sql.ts'
import { checkMayAssign, plainChildren } from '../records/write/membership-rules.ts'
import { runMove } from '../records/write/move.ts'
import { insertOperation, setRecordCount } from '../records/write/operation.sql.ts'
import { takenValues } from '../records/write/taken.ts'
import { trashSql } from '../records/write/trash.sql.ts'
import { lockRecords, update } from '../records/write/update.ts'

export const undoDays = 30
/** So many of the values that were left alone are named; all are counted. */
const maxSkipped = 100
const maxTold = 300
/** Above this the words of records that are taken back are not kept. */
const manyRecords = 5000

type UndoDeps = Pick<Deps, 'pool' | 'live' | 'models' | 'jobs'>

interface OperationRow {
  id: number
  kind: OperationRef['kind']
  teamUserId: number | null
  undoes: number | null
  undoneBy: number | null
  isOld: boolean
  recordCount: number
  details: unknown
}

/** @throws AppError not_found, access_denied (another's operation, or none of it may be taken back), already_undone, undo_expired */
export async function undoOperation(
  deps: UndoDeps,
  teamUser: TeamUser,
  operationId: number,
): Promise<UndoResult> {
  const model = await deps.models.get(teamUser.teamId)
  const operation = await readOperation(deps.pool, model, operationId, '')
  checkMayUndo(operation, teamUser)
  return hasTypeChange(operation)
    ? undoTypeChange(deps, teamUser, operationId)
    : undoRecords(deps, teamUser, model, operationId)
}

async function readOperation(
  executor: Transaction | Deps['pool'],
  model: TeamModel,
  id: number,
  lock: '' | 'for update',
): Promise<OperationRow> {
  const row = await one<OperationRow>(
    executor,
    sql`select id, kind, team_user_id as "teamUserId", undoes, undone_by as "undoneBy", details, record_count as "recordCount",
          at < now() - ${`${undoDays} days`}::interval as "isOld"
        from ${ident(model.schema, 'operation')} where id = ${id} ${fixed(lock)}`,
  )
  if (!row) throw new AppError('not_found')
  return row
}

function checkMayUndo(operation: OperationRow, teamUser: TeamUser): void {
  if (operation.teamUserId !== teamUser.teamUserId && !teamUser.isTeamAdmin)
    throw new AppError('access_denied')
  if (operation.undoneBy !== null) throw new AppError('already_undone')
  if (operation.isOld) throw new AppError('undo_expired')
}

function hasTypeChange({ details }: OperationRow): boolean {
  return typeof details === 'object' && details !== null && 'dataFieldId' in details
}

async function undoTypeChange(deps: UndoDeps, teamUser: TeamUser, operationId: number): Promise<UndoResult> {
  if (!canDesign(teamUser)) throw new AppError('access_denied')
  return changeModel(deps, teamUser.teamId, async (change) => {
    const { client, model } = change
    const operation = await readOperation(client, model, operationId, 'for update')
    checkMayUndo(operation, teamUser)
    const id = await insertOperation(client, model, teamUser, 'undo', operationId)
    const withItems = await restoreNewList(change, operation)
    await moveItems({ ...change, model: withItems }, teamUser, operation, id, false)
    const { restored, skipped, details } = await undoFieldTypeChange(client, withItems, operation, deps.jobs)
    await moveItems({ ...change, model: await change.reload() }, teamUser, operation, id, true)
    await trashNewList(change, operation)
    await run(
      client,
      sql`update ${ident(model.schema, 'operation')}
          set details = ${JSON.stringify(details)}::jsonb, record_count = ${restored} where id = ${id}`,
    )
    await markUndone(client, model, operation, id)
    return {
      operation: { id, kind: 'undo' as const, recordCount: restored },
      restored,
      skipped: skipped.slice(0, maxSkipped),
      skippedCount: skipped.length,
    }
  })
}

/**
 * Items that a change of type made for texts go with it, but for those that records use; a redo brings them back.
 * @param deletes whether those that are there go, or those that went come back
 */
async function moveItems(
  { client, model }: Pick<ModelChange, 'client' | 'model'>,
  teamUser: TeamUser,
  operation: OperationRow,
  id: number,
  deletes: boolean,
): Promise<void> {
  const isMerge = false
  const undo: Undo = { client, model, teamUser, operation, id, retyped: new Set(), isMerge, denied: false }
  const wanted = deletes ? ['created', 'restored'] : ['deleted']
  for (const { home, types } of await homesOf(client, model, operation.id)) {
    // What was made with a list of its own was not asked to be allowed either.
    const isNew = home === newListIdOf(operation)
    const caller = isNew ? { ...teamUser, isTeamAdmin: true } : teamUser
    const access = accessIfAny({ ...undo, teamUser: caller }, home)
    if (!access) continue
    const only = deletes ? sql`l.record_id not in (${usedItems(model, home)})` : always
    const scope = scopeOf(model, caller, access)
    for (const type of types.filter((type) => wanted.includes(type)))
      await move(undo, scope, type, deletes, only)
  }
}

function newListIdOf({ details }: OperationRow): number | null {
  return typeChangeDetailsSchema.parse(details).newListId
}

/** A list that was made for a field comes back before the field chooses from it again. */
async function restoreNewList(change: ModelChange, operation: OperationRow): Promise<TeamModel> {
  const { before, newListId } = typeChangeDetailsSchema.parse(operation.details)
  if (newListId === null || before.settings.listId !== newListId) return change.model
  if (!change.model.collections.get(newListId)?.deletedAt) return change.model
  await restoreWithin(change, newListId)
  return change.reload()
}

/** A list that was made for a field goes with the change, where nothing is in it and nothing chooses from it. */
async function trashNewList(change: ModelChange, operation: OperationRow): Promise<void> {
  const { after, newListId } = typeChangeDetailsSchema.parse(operation.details)
  if (newListId === null || after.settings.listId !== newListId) return
  const { client, model } = change
  const list = model.collections.get(newListId)
  if (!list || list.deletedAt || fieldsUsing(model, newListId).length > 0) return
  const filled = await one(
    client,
    sql`select 1 from ${ident(model.schema, list.tableName)} where deleted_at is null limit 1`,
  )
  if (filled) return
  await trashWithin(change, newListId)
  checkFiltersHold(model, await change.reload())
}

/** What was undone is done again when its undo is undone. */
async function markUndone(
  client: Transaction,
  model: TeamModel,
  { id, kind, undoes }: OperationRow,
  undoneBy: number,
): Promise<void> {
  const table = ident(model.schema, 'operation')
  await run(client, sql`update ${table} set undone_by = ${undoneBy} where id = ${id}`)
  if (kind === 'undo' && undoes !== null) {
    await run(client, sql`update ${table} set undone_by = null where id = ${undoes}`)
  }
}

interface Undo {
  client: Transaction
  model: TeamModel
  teamUser: TeamUser
  operation: OperationRow
  /** The undoing operation. */
  id: number
  /** Fields whose logged values are of a type they do not have any more. */
  retyped: ReadonlySet<number>
  /** What is undone, in the end, is a merge. */
  isMerge: boolean
  denied: boolean
}

async function undoRecords(
  deps: UndoDeps,
  teamUser: TeamUser,
  model: TeamModel,
  operationId: number,
): Promise<UndoResult> {
  const { result, changed } = await transaction(deps.pool, async (client) => {
    await run(client, sql`set local statement_timeout = '10min'`)
    const operation = await readOperation(client, model, operationId, 'for update')
    checkMayUndo(operation, teamUser)
    const mergeId = await mergeBehind(client, model, operation)
    const undo: Undo = {
      client,
      model,
      teamUser,
      operation,
      id: await insertOperation(client, model, teamUser, 'undo', operationId),
      retyped: await fieldsChangedTypeSince(client, model, operationId),
      isMerge: mergeId !== null,
      denied: false,
    }
    const homes = await homesOf(client, model, operationId)
    await lockRecords(client, model, sql`select l.record_id ${eventsOf(undo)}`)
    for (const home of homes) await undoHome(undo, home)
    if (mergeId !== null) await undoBookmarks(undo, mergeId)
    const changed = await changedRecords(undo)
    const restored = changed.reduce((sum, { count }) => sum + count, 0)
    const { skipped, skippedCount } = await skippedValues(undo)
    if (restored === 0 && undo.denied) throw new AppError('access_denied')
    await setRecordCount(client, model, undo.id, restored)
    await markUndone(client, model, operation, undo.id)
    const ref: OperationRef = { id: undo.id, kind: 'undo', recordCount: restored }
    return { result: { operation: ref, restored, skipped, skippedCount }, changed }
  })
  for (const { home, count, ids } of changed) {
    deps.live.recordsChanged(model.teamId, home, count > maxTold ? 'all' : ids)
  }
  return result
}

/** Bookmarks follow their records: back to those that are there again, to the survivors of those that are not. */
async function undoBookmarks({ client, model }: Undo, mergeId: number): Promise<void> {
  const merged = await rows<Merged & { isBack: boolean }>(
    client,
    sql`select m.record_id as "recordId", m.survivor_id as "survivorId", r.deleted_at is null as "isBack"
        from ${ident(model.schema, 'merged_record')} m join ${ident(model.schema, 'data_record')} r on r.id = m.record_id
        where m.operation_id = ${mergeId}`,
  )
  await removeCopies(
    client,
    model.teamId,
    merged.filter(({ isBack }) => isBack),
  )
  await copyBookmarks(
    client,
    model.teamId,
    merged.filter(({ isBack }) => !isBack),
  )
}

/** The merge that an operation is, or undoes, or does again; null where it is none of a merge. */
async function mergeBehind(
  client: Transaction,
  model: TeamModel,
  { id, kind }: OperationRow,
): Promise<number | null> {
  if (kind !== 'undo') return kind === 'merge_records' ? id : null
  const table = ident(model.schema, 'operation')
  const first = await one<{ id: number; kind: string }>(
    client,
    sql`with recursive chain (id, kind, undoes) as (
          select id, kind, undoes from ${table} where id = ${id}
          union all select o.id, o.kind, o.undoes from chain c join ${table} o on o.id = c.undoes)
        select id, kind from chain where undoes is null`,
  )
  return first?.kind === 'merge_records' ? first.id : null
}

interface HomeEvents {
  home: number
  types: string[]
  /** Keys of changed values. */
  keys: string[]
}

async function homesOf(client: Transaction, model: TeamModel, operationId: number): Promise<HomeEvents[]> {
  return rows<HomeEvents>(
    client,
    sql`select r.data_collection_id as home, array_agg(distinct l.type) as types,
          array_remove(array_agg(distinct k.key), null) as keys
        from ${ident(model.schema, 'log_event')} l
          join ${ident(model.schema, 'data_record')} r on r.id = l.record_id
          left join lateral jsonb_object_keys(l.before) k (key) on l.type = 'updated'
        where l.operation_id = ${operationId} group by 1 order by 1`,
  )
}

async function undoHome(undo: Undo, { home, types, keys }: HomeEvents): Promise<void> {
  const keysLeft = undo.isMerge ? await undoRedirects(undo, home, keys) : keys
  if (undo.isMerge && keysLeft.length === 0 && types.every((type) => type === 'updated')) return
  const access = accessIfAny(undo, home)
  if (!access) {
    undo.denied = true
    return
  }
  const scope = scopeOf(undo.model, undo.teamUser, access)
  if (types.includes('created')) await move(undo, scope, 'created', true)
  if (types.includes('restored')) await move(undo, scope, 'restored', true)
  // A survivor gives back what is unique before its owner returns for it.
  if (types.includes('deleted') && !undo.isMerge) await move(undo, scope, 'deleted', false)
  if (keys.includes('@collections')) await undoMembership(undo, scope)
  await undoValues(undo, access, keysLeft)
  if (types.includes('deleted') && undo.isMerge) await move(undo, scope, 'deleted', false)
}

/**
 * Links that a merge led to the survivor go back with the rights they were led there with: all. What became of them
 * since is looked at as for any value. @returns the keys that are left
 */
async function undoRedirects(undo: Undo, home: number, keys: readonly string[]): Promise<string[]> {
  const full: Caller = { ...everything, teamUserId: undo.teamUser.teamUserId }
  const access = homeAccess(undo.model, full, home)
  const isLink = (key: string) => {
    const field = access.home.fieldsByColumn.get(key)
    return field !== undefined && refersToRecords(field)
  }
  await undoValues(undo, access, keys.filter(isLink), full)
  return keys.filter((key) => !isLink(key))
}

function accessIfAny(undo: Undo, home: number): CollectionAccess | null {
  try {
    return homeAccess(undo.model, undo.teamUser, home)
  } catch {
    return null
  }
}

/** `from log_event l where …` of the operation being undone. */
function eventsOf({ model, operation }: Undo, type?: string): Sql {
  const ofType = type === undefined ? fixed('') : sql`and l.type = ${literal(type)}`
  return sql`from ${ident(model.schema, 'log_event')} l where l.operation_id = ${operation.id} ${ofType}`
}

/**
 * Trash and back. Who may delete may do it; and who did the operation himself, with records that nobody else has
 * touched since: a member who may delete nothing can still take back what he just made.
 */
async function move(
  undo: Undo,
  scope: Scope,
  type: string,
  deletes: boolean,
  only: Sql = always,
): Promise<void> {
  const { model, operation, teamUser } = undo
  const log = ident(model.schema, 'log_event')
  const isOwn = operation.teamUserId !== null && operation.teamUserId === teamUser.teamUserId
  // Told once for all records, since it decides about each: nobody has done anything since.
  const isLatest = await isLatestOperation(undo)
  const untouched = isLatest
    ? always
    : sql`not exists (
    select from ${log} x join ${ident(model.schema, 'operation')} o on o.id = x.operation_id
    where x.record_id = r.id and x.operation_id > ${operation.id}
      and o.team_user_id is distinct from ${teamUser.teamUserId})`
  // Where somebody has moved it again since, and left it at that, it stays.
  const unmoved = isLatest
    ? always
    : sql`not exists (
        select from ${log} x join ${ident(model.schema, 'operation')} o on o.id = x.operation_id
        where x.record_id = l.record_id and x.operation_id > ${operation.id}
          and x.type in ('deleted', 'restored') and o.kind <> 'undo' and o.undone_by is null)`
  const may = any([
    rowsToSql(scope.access.deletable, scope),
    ...(isOwn ? [all([rowsToSql(scope.access.updatable, scope), untouched])] : []),
  ])
  const done = await runMove(
    undo.client,
    trashSql(scope, {
      source: sql`select l.record_id as id ${eventsOf(undo, type)} and ${unmoved} and ${only}`,
      deletes,
      teamUserId: teamUser.teamUserId,
      operation: { id: undo.id },
      may,
      isStrict: false,
      // What many records were made with is not looked for in the trash.
      dropsWords: deletes && type === 'created' && operation.recordCount > manyRecords,
      isFirst: type === 'created' && !undo.isMerge,
      keepsSurvivors: true,
    }),
  )
  if (done.denied.length > 0) undo.denied = true
}

/** Whether no operation but the undo itself is younger. The records are locked, so that none of them can change any more. */
async function isLatestOperation({ client, model, operation, id }: Undo): Promise<boolean> {
  const later = await one(
    client,
    sql`select from ${ident(model.schema, 'operation')} where id > ${operation.id} and id <> ${id} limit 1`,
  )
  return later === undefined
}

/** What was added is taken out and what was taken out is added; other collections stay as they are. */
async function undoMembership(undo: Undo, scope: Scope): Promise<void> {
  const { teamUser, model } = undo
  const plain = plainChildren(model, scope.access.home).map(({ id }) => id)
  try {
    checkMayAssign(scope.access, teamUser, plain)
  } catch {
    undo.denied = true
    return
  }
  const list = (side: 'before' | 'after') => sql`select e.id::bigint
    from jsonb_array_elements_text(l.${fixed(side)} -> '@collections') e (id) where e.id::bigint = any(${plain}::bigint[])`
  const done = await runMove(
    undo.client,
    membershipSql(scope, {
      source: sql`select l.record_id as id, array(${list('before')} except ${list('after')}) as ${own('add')},
          array(${list('after')} except ${list('before')}) as ${own('remove')}
        ${eventsOf(undo, 'updated')} and l.before ? '@collections'`,
      teamUserId: teamUser.teamUserId,
      operation: { id: undo.id },
      may: rowsToSql(scope.access.updatable, scope),
      isStrict: false,
    }),
  )
  if (done.denied.length > 0) undo.denied = true
}

async function undoValues(
  undo: Undo,
  access: CollectionAccess,
  keys: readonly string[],
  caller: Caller = undo.teamUser,
): Promise<void> {
  const logged = access.home.fields.filter(
    ({ id, columnName }) => keys.includes(columnName) && !undo.retyped.has(id),
  )
  const mayWrite = ({ columnName }: FieldModel) => {
    const own = access.fields.get(columnName)
    return own !== undefined && own.update !== 'none'
  }
  const fields = logged.filter(mayWrite)
  if (fields.length < logged.length) undo.denied = true
  if (fields.length === 0) return
  const { client, model } = undo
  /** Values that another record has by now: by field, the records that do not get them back. */
  const taken = new Map<FieldModel, number[]>()
  for (;;) {
    await run(client, sql`savepoint undo_values`)
    try {
      const done = await update(client, caller, model, access, {
        source: valuesSource(undo, fields, taken),
        fields,
        operation: { id: undo.id },
        isStrict: false,
        hasExpectations: true,
        trustsReferences: true,
      })
      if (done.problems.denied) undo.denied = true
      return
    } catch (error) {
      const field =
        isDuplicate(error) && fieldOfUniqueIndex(model, (error as { constraint?: string }).constraint)
      if (!field) throw error
      await run(client, sql`rollback to savepoint undo_values`)
      taken.set(field, [...(taken.get(field) ?? []), ...(await takenNow(undo, field, taken.get(field)))])
    }
  }
}

/** Records whose old value another one has; all of them when that cannot be told, so that the next try is the last. */
async function takenNow(undo: Undo, field: FieldModel, known?: readonly number[]): Promise<number[]> {
  const key = literal(field.columnName)
  const candidates = await rows<{ id: number; value: unknown }>(
    undo.client,
    sql`select l.record_id as id, l.before -> ${key} as value ${eventsOf(undo, 'updated')} and l.before ? ${key}
        order by l.record_id`,
  )
  const items = candidates.map(({ id, value }, n) => ({ n, id, v: { [field.columnName]: value } }))
  const found = known ? [] : await takenValues(undo.client, undo.model, field, items)
  return found.length > 0 ? found.map((n) => items[n]?.id as number) : items.map(({ id }) => id)
}

function valuesSource(
  undo: Undo,
  fields: readonly FieldModel[],
  taken: ReadonlyMap<FieldModel, number[]>,
): Sql {
  const names = fields.map(({ columnName }) => columnName)
  const free = [...taken].map(
    ([{ columnName }, ids]) => sql`and not (e.key = ${columnName} and l.record_id = any(${ids}::bigint[]))`,
  )
  return sql`select l.record_id as id, 0 as ${own('n')}, (
        select coalesce(jsonb_object_agg(e.key, e.value), '{}') from jsonb_each(l.before) e
        where e.key = any(${names}::text[]) ${free.length > 0 ? free.reduce((a, b) => sql`${a} ${b}`) : fixed('')}
      ) as ${own('v')}, null::int as ${own('ver')}, l.after as ${own('expect')}
    ${eventsOf(undo, 'updated')}`
}

interface Changed {
  home: number
  count: number
  ids: number[]
}

async function changedRecords({ client, model, id }: Undo): Promise<Changed[]> {
  return rows<Changed>(
    client,
    sql`select r.data_collection_id as home, count(*) as count,
          (array_agg(r.id))[1:${fixed(String(maxTold))}] as ids
        from ${ident(model.schema, 'log_event')} l
          join ${ident(model.schema, 'data_record')} r on r.id = l.record_id
        where l.operation_id = ${id} group by 1`,
  )
}

/** What the operation did and the undo did not take back: a record's move (field null) or a value. */
async function skippedValues({
  client,
  model,
  operation,
  id,
}: Undo): Promise<Pick<UndoResult, 'skipped' | 'skippedCount'>> {
  const log = ident(model.schema, 'log_event')
  const found = await rows<{ recordId: number; field: string | null; count: number }>(
    client,
    sql`select l.record_id as "recordId", k.key as field, count(*) over () as count
        from ${log} l
          left join lateral jsonb_object_keys(l.before) k (key) on l.type = 'updated'
          left join ${log} n on n.operation_id = ${id} and n.record_id = l.record_id
        where l.operation_id = ${operation.id}
          and (n.record_id is null or (k.key is not null and not coalesce(n.after ? k.key, false)))
        order by 1, 2 ${fixed(`limit ${maxSkipped}`)}`,
  )
  return {
    skipped: found.map(({ recordId, field }) => ({ recordId, field })),
    skippedCount: found[0]?.count ?? 0,
  }
}
