/**
 * New values that follow from the old texts of each record: replacing and splitting. Statements find the records and
 * write the values of a batch; what becomes of each text, and whether it is valid, the contract says.
 */

import { AppError, type FieldError } from '@muster/contract/errors'
import type { Parsed } from '@muster/contract/fields/definition'
import { validateText, validateValue } from '@muster/contract/fields/validate'
import type { RejectedValue } from '@muster/contract/operations/operations.schema'
import type {
  Replace,
  RewriteBody,
  RewritePreview,
  Split,
  Target,
} from '@muster/contract/records/records.schema'
import { isPlainText, partsOf, replacerOf, takesPart } from '@muster/contract/records/rewrite'
import {
  type Executor,
  ident,
  join as list,
  one,
  rows,
  run,
  type Sql,
  sql,
  type Transaction,
  transaction,
} from '../../platform/db.ts'
import { isDuplicate } from '../../platform/errors.ts'
import type { FieldAccess } from '../access/access.ts'
import type { Scope } from '../access/scope.ts'
import type { WriteContext } from '../access/tree-context.ts'
import { fieldOfUniqueIndex } from '../indexes/unique.ts'
import type { FieldModel, TeamModel } from '../model/model.ts'
import { all, always, any, rowsToSql, tables } from '../query/filter-to-sql.ts'
import { nameSql } from '../query/sort.ts'
import { storageOf } from '../storage/index.ts'
import type { Work } from './bulk-work.ts'
import { jsonObject } from './columns.sql.ts'
import { type BadValue, join, notUnique } from './create.ts'
import { insertOperation, setRecordCount } from './operation.sql.ts'
import { takenValues } from './taken.ts'
import { targetSql } from './target.sql.ts'
import type { ActionResult, TargetAction } from './target-action.ts'
import type { ChangedRecord } from './update.sql.ts'
import { lockRecords, updateRecords } from './update.ts'

/** Records that a preview examines, and changes of each kind that it lists. */
const maxChecked = 2_000
const maxListed = 20

type Values = Record<string, unknown>

interface Rewriting {
  target: Target
  /** Condition for records with a text that the caller may read and that changes fields they may change. */
  only: Sql
  /** Fields whose values it reads or changes. */
  fields: readonly FieldAccess[]
  /** The number of values that it changes, as an aggregate over the records of `only`. */
  count: Sql
  /** The new values of a record, from its old ones; without those that stay the same. */
  valuesOf(old: Values): NewValue[]
}

interface NewValue {
  /** Index of the field in the request. */
  part: number
  /** Null if there is no field for it. */
  column: string | null
  text: string
  parsed: Parsed<unknown>
}

/** @throws AppError validation_failed */
export function rewriteAction(work: Work, body: RewriteBody): TargetAction {
  const rewriting = rewritingOf(work, body)
  return {
    kind: 'update_records',
    target: rewriting.target,
    isInTrash: false,
    only: rewriting.only,
    run: (client, ids, operation) => rewrite(work, client, rewriting, ids, operation),
  }
}

function rewritingOf(work: Work, body: RewriteBody): Rewriting {
  return 'replace' in body
    ? replacing(work, body.replace, body.target)
    : splitting(work, body.split, body.target)
}

function replacing({ scope, access }: Work, replace: Replace, target: Target): Rewriting {
  const fields = replace.fields.map((name, n) =>
    changeable(access.fields.get(name), `replace.fields.${n}`, isPlainText),
  )
  const replaced = replacerOf(replace)
  const conditions = fields.map((access) =>
    all([mayRewrite(scope, access), matches(columnIn(scope, access.field), replace)]),
  )
  return {
    target,
    fields,
    only: any(conditions),
    count: sql`sum(${list(
      conditions.map((condition) => sql`(${condition})::int`),
      ' + ',
    )})::int`,
    valuesOf: (old) =>
      fields.flatMap(({ field }, part) => {
        const before = old[field.columnName]
        if (typeof before !== 'string') return []
        const text = replaced(before)
        if (text === before) return []
        return [{ part, column: field.columnName, text, parsed: validateValue(field, text) }]
      }),
  }
}

function matches(column: Sql, { find, matchCase, wholeValue }: Replace): Sql {
  const [text, sought] = matchCase
    ? [column, sql`${find}::text`]
    : [sql`lower(${column})`, sql`lower(${find}::text)`]
  return wholeValue
    ? sql`coalesce(${text} = ${sought}, false)`
    : sql`coalesce(position(${sought} in ${text}) > 0, false)`
}

function splitting({ scope, access, model }: Work, split: Split, target: Target): Rewriting {
  const source = changeable(access.fields.get(split.field), 'split.field', isPlainText, false)
  const into = split.into.map((name, n) =>
    name === null ? null : changeable(access.fields.get(name), `split.into.${n}`, takesPart),
  )
  const written = into.filter((one) => one !== null)
  if (new Set(written).size < written.length) throw invalid('split.into', 'invalid')
  const context = { language: split.language, timeZone: model.timeZone, country: model.country }
  const isFilled = sql`not ${storageOf(source.field).isEmpty(source.field, scope)}`
  return {
    target,
    fields: [source, ...written.filter(({ field }) => field !== source.field)],
    only: all([
      rowsToSql(source.read, scope),
      isFilled,
      ...written.map((access) => mayRewrite(scope, access)),
    ]),
    count: sql`count(*)::int * ${into.length}::int`,
    valuesOf: (old) => {
      const before = old[split.field]
      if (typeof before !== 'string') return []
      return partsOf(before, split).flatMap((text, part): NewValue[] => {
        const field = into[part]?.field
        if (!field) return [{ part, column: null, text, parsed: { ok: true, value: text } }]
        const parsed = validateText(field, text, context)
        const isSame = parsed.ok && isEqual(parsed.value, old[field.columnName] ?? null)
        return isSame ? [] : [{ part, column: field.columnName, text, parsed }]
      })
    },
  }
}

const isEqual = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/** @throws AppError validation_failed unless the caller may read the field, and change it */
function changeable(
  access: FieldAccess | undefined,
  path: string,
  isFit: (type: FieldModel['type']) => boolean,
  isChanged = true,
): FieldAccess {
  if (!access) throw invalid(path, 'unknown_field')
  if (isChanged && access.update === 'none') throw invalid(path, 'read_only')
  if (!isFit(access.field.type)) throw invalid(path, 'wrong_type')
  return access
}

function invalid(path: string, code: FieldError['code']): AppError {
  return new AppError('validation_failed', { errors: [{ path, code }] })
}

const mayRewrite = (scope: Scope, { read, update }: FieldAccess): Sql =>
  all([rowsToSql(read, scope), rowsToSql(update, scope)])

const columnIn = (scope: Scope, { columnName }: FieldModel): Sql => ident(scope.alias, columnName)

interface OldRecord {
  id: number
  name: string
  old: Values
}

/** The records of a relation with `id` that it concerns, with the old values that the caller may read. */
function recordsOf(
  executor: Executor,
  scope: Scope,
  { fields, only }: Rewriting,
  ids: Sql,
  limit?: number,
): Promise<OldRecord[]> {
  const old = jsonObject(
    fields.map(({ field, read }) => {
      const value = sql`to_jsonb(${storageOf(field).read(field, scope)})`
      const readable = rowsToSql(read, scope)
      return [
        field.columnName,
        readable === always ? value : sql`case when ${readable} then ${value} end`,
      ] as const
    }),
  )
  const id = ident(scope.alias, 'record_id')
  return rows<OldRecord>(
    executor,
    sql`select ${id} as id, ${nameSql(scope)} as name, ${old} as old from ${tables(scope)}
      where ${all([sql`${id} in (${ids})`, only])} order by 1 ${limit === undefined ? sql`` : sql`limit ${limit}`}`,
  )
}

async function rewrite(
  { scope, ...context }: Work,
  client: Transaction,
  rewriting: Rewriting,
  ids: Sql,
  operation: { id: number } | { kind: TargetAction['kind'] },
): Promise<ActionResult> {
  const { model } = context
  await lockRecords(client, model, ids)
  const records = await recordsOf(client, scope, rewriting, ids)
  const changed = new Map<number, ChangedRecord>()
  const rejected: RejectedValue[] = []
  const reject = (id: number, column: string | null, code: string) =>
    rejected.push({ path: column === null ? `target.${id}` : join(`target.${id}`, column), code })
  for (const [n, { id, old }] of records.entries()) {
    const v: Values = {}
    for (const { column, parsed } of rewriting.valuesOf(old)) {
      if (column === null) continue
      if (parsed.ok) v[column] = parsed.value
      else reject(id, column, parsed.code)
    }
    if (Object.keys(v).length > 0) changed.set(n, { n, id, v })
  }
  const inside: WriteContext = { ...context, executor: client }
  const isOwn = !('id' in operation)
  const operationId = isOwn ? await insertOperation(inside, operation.kind) : operation.id
  const done = await writeGood(inside, changed, operationId, ({ item, column, code }) => {
    reject(records[item]?.id ?? 0, column, code)
  })
  if (isOwn && done.count > 0) await setRecordCount(client, model, operationId, done.count)
  if (isOwn && done.count === 0)
    await run(client, sql`delete from ${ident(model.schema, 'operation')} where id = ${operationId}`)
  return { ...done, operationId: done.count > 0 ? operationId : null, denied: [], rejected }
}

/** Writes the changes, and retries without those that are refused. Terminates because each attempt removes some. */
async function writeGood(
  context: WriteContext,
  changed: Map<number, ChangedRecord>,
  operationId: number,
  onRefused: (bad: BadValue) => void,
): Promise<{ count: number; ids: number[] }> {
  const { executor, model } = context
  // It lasts: each attempt that fails goes back to it.
  await run(executor, sql`savepoint rewrite`)
  for (;;) {
    const { bad, ...done } = await updateRecords(context, [...changed.values()], operationId).catch(
      async (error: unknown) => {
        if (!isDuplicate(error)) throw error
        await run(executor, sql`rollback to savepoint rewrite`)
        return { count: 0, ids: [], bad: await findTaken(executor, model, changed, error) }
      },
    )
    if (bad.length === 0) return done
    await run(executor, sql`rollback to savepoint rewrite`)
    for (const one of bad) {
      onRefused(one)
      const record = changed.get(one.item)
      if (record && one.column !== null) delete record.v[one.column]
      if (one.column === null || Object.keys(record?.v ?? {}).length === 0) changed.delete(one.item)
    }
  }
}

async function findTaken(
  client: Transaction,
  model: TeamModel,
  changed: ReadonlyMap<number, ChangedRecord>,
  error: unknown,
): Promise<BadValue[]> {
  const field = fieldOfUniqueIndex(model, (error as { constraint?: string }).constraint)
  const taken = field ? await takenValues(client, model, field, [...changed.values()]) : []
  if (!field || taken.length === 0) throw notUnique(error, model, '')
  return taken.map((item) => ({ item, column: field.columnName, code: 'not_unique' }))
}

/**
 * What a rewrite would change, and which values it would leave.
 *
 * @throws AppError validation_failed, filter_invalid
 */
export async function previewRewrite(work: Work, body: RewriteBody): Promise<RewritePreview> {
  const { scope, model } = work
  const rewriting = rewritingOf(work, body)
  const ids = targetSql(scope, rewriting.target, false, rewriting.only)
  return transaction(work.executor, async (client) => {
    const records = await recordsOf(client, scope, rewriting, ids, maxChecked + 1)
    const checked = records.slice(0, maxChecked)
    const changes = changesOf(rewriting, checked)
    await markTaken(client, model, rewriting, changes)
    const refused = changes.filter(({ code }) => code !== null)
    const good = changes.filter(({ code }) => code === null)
    const counted =
      checked.length < records.length
        ? await one<{ records: number; values: number }>(
            client,
            sql`select count(*)::int as records, ${rewriting.count} as values from ${tables(scope)}
              where ${ident(scope.alias, 'record_id')} in (${ids})`,
          )
        : { records: new Set(good.map(({ recordId }) => recordId)).size, values: good.length }
    return {
      records: counted?.records ?? 0,
      values: counted?.values ?? 0,
      checked: checked.length,
      refused: refused.length,
      changes: [...good.slice(0, maxListed), ...refused.slice(0, maxListed)],
    }
  })
}

function changesOf(rewriting: Rewriting, records: readonly OldRecord[]): RewritePreview['changes'] {
  return records.flatMap(({ id, name, old }) =>
    rewriting.valuesOf(old).map(({ part, column, text, parsed }) => ({
      recordId: id,
      name,
      part,
      field: column,
      before: column === null ? null : (old[column] ?? null),
      after: parsed.ok ? parsed.value : text,
      code: parsed.ok ? null : parsed.code,
    })),
  )
}

/** Marks the values that another record has, as far as unique fields are changed. */
async function markTaken(
  client: Transaction,
  model: TeamModel,
  { fields }: Rewriting,
  changes: RewritePreview['changes'],
): Promise<void> {
  for (const { field } of fields.filter(({ field }) => field.isUnique)) {
    const candidates = changes.flatMap(({ recordId: id, field: column, after, code }, n) =>
      column === field.columnName && code === null ? [{ n, id, v: { [column]: after } }] : [],
    )
    if (candidates.length === 0) continue
    for (const n of await takenValues(client, model, field, candidates)) {
      const change = changes[n]
      if (change) change.code = 'not_unique'
    }
  }
}
