/** The history of a record: its events, limited to fields that the caller may read. */

import { idsOfValue } from '@muster/contract/fields/validate'
import type { FileObject } from '@muster/contract/files/files.api'
import type { LogEvent } from '@muster/contract/operations/operations.schema'
import type { linkedRecordSchema } from '@muster/contract/records/records.schema'
import type { z } from 'zod'
import {
  avatarSql,
  eventsIn,
  holdsFiles,
  jsonObject,
  jsonOf,
  livingRows,
  nameSql,
  refersToRecords,
  rowsToSql,
  tableOf,
  tables,
} from '../../engine/public.sql.ts'
import {
  type FieldModel,
  linkedScope,
  type Scope,
  scopeOf,
  type TreeContext,
  targetOf,
} from '../../engine/public.ts'
import { type Executor, ident, join, literal, one, rawSql, rows, type Sql, sql } from '../../platform/db.ts'
import { actorsOf } from './actors.ts'

export interface HistoryPage {
  limit: number
  /** Events of operations older than this one. */
  before?: number | undefined
}

export interface History {
  items: LogEvent[]
  linked: Record<string, z.infer<typeof linkedRecordSchema>>
}

interface EventRow {
  operationId: number
  type: LogEvent['type']
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
  kind: LogEvent['kind']
  at: string
  teamUserId: number | null
  actor: LogEvent['actor']
}

/**
 * Newest first. A `created` event has the record's first values, derived from the current values and those
 * before each change.
 *
 * @param context of the record's home collection
 * @returns null if the caller sees no such record
 */
export async function historyOf(
  context: TreeContext,
  recordId: number,
  page: HistoryPage,
): Promise<History | null> {
  const { model, access, executor } = context
  const scope = scopeOf(context)
  const seen = await readable(executor, scope, recordId)
  if (!seen) return null
  const events = await readEvents(context, recordId, Object.keys(seen.values), page)
  const retyped = await lastTypeChanges(context)
  const fieldOf = (column: string) => access.home.fieldsByColumn.get(column)
  const isVisible = (column: string, operationId: number) => {
    if (column === '@collections') return true
    const field = fieldOf(column)
    return field !== undefined && column in seen.values && operationId > (retyped.get(field.id) ?? 0)
  }
  const first = events.some(({ type }) => type === 'created')
    ? await firstValues(context, recordId, seen.values)
    : {}
  const actorOf = await actorsOf(
    executor,
    model.teamId,
    seen.mayReadMetadata ? events.map(({ teamUserId }) => teamUserId) : [],
  )
  const items = events.map((event): LogEvent => {
    const sides: Pick<EventRow, 'before' | 'after'> =
      event.type === 'created' ? { before: null, after: first } : event
    const columns = Object.keys(sides.after ?? {}).filter((column) => isVisible(column, event.operationId))
    return {
      operationId: event.operationId,
      recordId,
      type: event.type,
      at: event.at,
      by: actorOf(event.teamUserId),
      actor: seen.mayReadMetadata ? event.actor : null,
      kind: event.kind,
      changes: columns.map((field) => ({
        field,
        before: sides.before?.[field] ?? null,
        after: sides.after?.[field] ?? null,
      })),
    }
  })
  await resolveFiles(context, items, fieldOf)
  return { items, linked: await linkedOf(executor, scope, items, fieldOf) }
}

interface Readable {
  /** Current values of the columns that the caller may read in this record. */
  values: Record<string, unknown>
  mayReadMetadata: boolean
}

async function readable(executor: Executor, scope: Scope, recordId: number): Promise<Readable | undefined> {
  const place = { ...scope, alias: 't' }
  const pairs = [...scope.access.fields.values()].map(({ field }): [string, Sql] => [
    field.columnName,
    jsonOf(field, place),
  ])
  const hidden = [...scope.access.fields.values()].map(
    ({ field, read }) => sql`case when not ${rowsToSql(read, scope)} then ${literal(field.columnName)} end`,
  )
  const without = hidden.length > 0 ? sql`- array_remove(array[${join(hidden)}]::text[], null)` : rawSql('')
  return one<Readable>(
    executor,
    sql`select ${jsonObject(pairs)} ${without} as values, ${rowsToSql(scope.access.metadata, scope)} as "mayReadMetadata"
        from ${tableOf(scope)} t join ${ident(scope.schema, 'data_record')} r on r.id = t.record_id
        where t.record_id = ${recordId} and ${rowsToSql(scope.access.visible, scope)}`,
  )
}

/** Excludes updates of which the caller may read nothing. */
async function readEvents(
  { executor, model }: TreeContext,
  recordId: number,
  columns: readonly string[],
  page: HistoryPage,
): Promise<EventRow[]> {
  const older = page.before === undefined ? rawSql('') : sql`and l.operation_id < ${page.before}`
  return rows<EventRow>(
    executor,
    sql`select l.operation_id as "operationId", l.type, l.before, l.after, o.kind, o.at, o.team_user_id as "teamUserId",
          coalesce(o.actor ->> 'kind', case when o.team_user_id is null then 'system' else 'team_user' end) as actor
        from ${eventsIn(model.schema)} l
          join ${ident(model.schema, 'operation')} o on o.id = l.operation_id
        where l.record_id = ${recordId} ${older}
          and (l.type <> 'updated' or l.after ?| ${[...columns, '@collections']}::text[])
        order by l.operation_id desc limit ${page.limit}`,
  )
}

/** By field: the operation that last changed its type. Values logged before it have another format. */
async function lastTypeChanges({ executor, model }: TreeContext): Promise<ReadonlyMap<number, number>> {
  const found = await rows<{ fieldId: number; operationId: number }>(
    executor,
    sql`select (details ->> 'dataFieldId')::bigint as "fieldId", max(id) as "operationId"
        from ${ident(model.schema, 'operation')} where details ? 'dataFieldId' group by 1`,
  )
  return new Map(found.map(({ fieldId, operationId }) => [fieldId, operationId]))
}

/** The first value of each column: the one before its first change, else the current one. */
async function firstValues(
  { executor, model }: TreeContext,
  recordId: number,
  present: Readonly<Record<string, unknown>>,
): Promise<Record<string, unknown>> {
  const found = await rows<{ key: string; value: unknown }>(
    executor,
    sql`select distinct on (e.key) e.key, e.value
        from ${ident(model.schema, 'log_event')} l cross join lateral jsonb_each(l.before) e
        where l.record_id = ${recordId} order by e.key, l.operation_id`,
  )
  const first: Record<string, unknown> = { ...present }
  for (const { key, value } of found) if (key in present) first[key] = value
  return Object.fromEntries(Object.entries(first).filter(([, value]) => value !== null))
}

type FieldOf = (column: string) => FieldModel | undefined

/** Replaces uuids of files in the log with file objects, as in records. */
async function resolveFiles(
  { executor, model }: TreeContext,
  items: readonly LogEvent[],
  fieldOf: FieldOf,
): Promise<void> {
  const changes = items.flatMap((item) => item.changes)
  const ofFiles = changes.filter(({ field }) => {
    const model = fieldOf(field)
    return model !== undefined && holdsFiles(model)
  })
  const uuid = /^[0-9a-f-]{36}$/
  const ids = ofFiles
    .flatMap(({ before, after }) => [before, after].flat())
    .filter((id): id is string => typeof id === 'string' && uuid.test(id))
  if (ids.length === 0) return
  const found = await rows<FileObject>(
    executor,
    sql`select id, name, size, kind, mime_type as "mimeType",
          ${`/api/teams/${model.teamId}/files/`}::text || id as url, thumbnail
        from ${ident(model.schema, 'file')} where id = any(${[...new Set(ids)]}::uuid[])`,
  )
  const byId = new Map(found.map((file) => [file.id, file]))
  const resolve = (value: unknown): unknown =>
    Array.isArray(value) ? value.map(resolve) : typeof value === 'string' ? (byId.get(value) ?? value) : value
  for (const change of ofFiles) {
    change.before = resolve(change.before)
    change.after = resolve(change.after)
  }
}

async function linkedOf(
  executor: Executor,
  scope: Scope,
  items: readonly LogEvent[],
  fieldOf: FieldOf,
): Promise<History['linked']> {
  const byTarget = new Map<number, Set<number>>()
  for (const { field: column, before, after } of items.flatMap(({ changes }) => changes)) {
    const field = fieldOf(column)
    const target = field && refersToRecords(field) ? targetOf(field) : null
    if (!field || target === null) continue
    const ids = byTarget.get(target) ?? new Set()
    byTarget.set(target, ids)
    for (const id of [before, after].flatMap((value) => idsOfValue(field.type, value))) ids.add(Number(id))
  }
  const linked: History['linked'] = {}
  for (const [target, ids] of byTarget) {
    for (const { id, ...record } of await readLinked(executor, scope, target, [...ids])) linked[id] = record
  }
  return linked
}

type LinkedRow = z.infer<typeof linkedRecordSchema> & { id: number }

async function readLinked(
  executor: Executor,
  scope: Scope,
  target: number,
  ids: readonly number[],
): Promise<LinkedRow[]> {
  const seen = linkedScopeIfAny(scope, target)
  if (!seen || ids.length === 0) return []
  const r = ident(seen.recordAlias)
  return rows<LinkedRow>(
    executor,
    sql`select ${r}.id, ${nameSql(seen)} as name, ${avatarSql(seen)} as avatar,
          ${r}.data_collection_id as "dataCollectionId"
        from ${tables(seen)} where ${r}.id = any(${ids}::bigint[]) and ${livingRows(seen)}`,
  )
}

function linkedScopeIfAny(scope: Scope, target: number): Scope | null {
  try {
    return linkedScope(scope, scope.model.collections.get(target)?.homeId ?? target)
  } catch {
    return null
  }
}
