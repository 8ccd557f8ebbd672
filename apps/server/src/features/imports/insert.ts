/** Executes the plan: rows create records, or update those they match, some ten thousand per statement. */

import {
  avatarOf,
  byOf,
  columnOf,
  elements,
  insertCreatedRanges,
  insertEvents,
  isLinks,
  linkTable,
  membershipSource,
  membershipSql,
  nameOf,
  own,
  rangesOf,
  runMove,
  searchDocumentOf,
  storageOf,
  type UpdateStatement,
  type ValuePlace,
  writtenColumns,
} from '../../engine/public.sql.ts'
import {
  colorField,
  colorsFor,
  countingFields,
  type FieldModel,
  maxIndexedAtOnce,
  numbersFor,
  scopeOf,
  update,
} from '../../engine/public.ts'
import { ident, join, literal, rawSql, rows, run, type Sql, sql } from '../../platform/db.ts'
import { isNameColumn } from './cells.ts'
import { columnValues, jsonOfCell, mapJoins, type ReadyColumn } from './convert.ts'
import { changes, comparedRows, differingColumns, type Plan, type Planning, typedSource } from './plan.ts'
import { ranges, stagedRanges } from './ranges.ts'
import { stage } from './staging.ts'

export interface Insertion extends Planning {
  plan: Plan
  teamUserId: number
  onProgress(processed: number): Promise<void>
}

/** Executes the plan. @returns how many records it created and changed */
export async function writeRecords(insertion: Insertion): Promise<{ created: number; updated: number }> {
  const { executor, model, choices, plan, rowCount, signal } = insertion
  const isCreating = choices.mode !== 'update'
  const isUpdating = choices.mode !== 'create'
  const links = plan.columns.filter(({ field }) => isLinks(field))
  if (isCreating) for (const column of links) await insertLinks(insertion, column)
  const defaults = isCreating ? await defaultsOf(insertion) : []
  let created = 0
  let updated = 0
  if (isUpdating) {
    updated = await updateMatched(insertion, (done) => insertion.onProgress(done))
  }
  if (isCreating) {
    for await (const { where, share } of stagedRanges(executor, rowCount)) {
      signal.throwIfAborted()
      created += await insertRange(insertion, where, defaults)
      await insertion.onProgress(Math.max(updated, Math.round(share * rowCount)))
    }
  }
  if (isCreating) await insertMembership(insertion)
  if (created > 0 && isLarge(insertion)) await logCreated(insertion)
  if (isUpdating) updated = await addMatchedMembers(insertion, updated)
  await run(
    executor,
    sql`update ${ident(model.schema, 'operation')} set record_count = ${created + updated}
        where id = ${insertion.operationId}`,
  )
  return { created, updated }
}

/** Whether a job follows, and the history has ranges of records. */
const isLarge = ({ rowCount }: Insertion): boolean => rowCount > maxIndexedAtOnce

/** Updates the matched records, only in the fields that change. @returns how many changed */
async function updateMatched(
  insertion: Insertion,
  onProgress: (done: number) => Promise<void>,
): Promise<number> {
  const { executor, home, plan, choices, operationId, rowCount, signal } = insertion
  const [log] = await rows<{ isEmpty: boolean }>(
    executor,
    sql`select not exists (
          select from ${ident(home.model.schema, 'log_event')} where operation_id = ${operationId}) as "isEmpty"`,
  )
  let updated = 0
  for await (const { statement, share } of plan.writesMatches
    ? matchedRows(insertion)
    : changedRows(insertion)) {
    signal.throwIfAborted()
    const done = await update(home, {
      ...statement,
      operation: { id: operationId },
      isFirst: log?.isEmpty ?? false,
      isStrict: false,
      trustsReferences: true,
      defersSearch: rowCount > maxIndexedAtOnce,
    })
    updated += done.count
    // Rows that create records follow.
    await onProgress(choices.mode === 'update' ? Math.round(share * rowCount) : updated)
  }
  return updated
}

interface Part {
  statement: Pick<UpdateStatement, 'source' | 'fields' | 'typed'>
  /** Fraction of the rows up to the end of the part. */
  share: number
}

/** All matched rows, by ranges; the statement finds which of them change a record. */
async function* matchedRows(insertion: Insertion): AsyncGenerator<Part> {
  const { executor, plan, choices, rowCount } = insertion
  const typed = choices.emptyCells === 'clear' ? 'all' : 'given'
  const columns = await differingColumns(insertion, plan, typed)
  if (columns.length === 0) return
  const fields = columns.map(({ field }) => field)
  for await (const { where, share } of stagedRanges(executor, rowCount, comparedRows)) {
    yield { statement: { source: typedSource(plan, columns, where), fields, typed }, share }
  }
}

/** The changes that the plan found, by ranges, with the fields in which some record changes. */
async function* changedRows({ executor, plan }: Insertion): AsyncGenerator<Part> {
  const isChanged = plan.columns.map(
    ({ field }) => sql`coalesce(bool_or(c.after ? ${literal(field.columnName)}), false)`,
  )
  const [changed] = await rows<{ count: number; isChanged: boolean[] }>(
    executor,
    sql`select count(*)::bigint as count, array[${join(isChanged)}]::boolean[] as "isChanged"
        from ${changes} c where c.after is not null`,
  )
  const fields = plan.columns.map(({ field }) => field).filter((_, n) => changed?.isChanged[n])
  if (!changed || fields.length === 0) return
  const alias = rawSql('c')
  const batches = { table: changes, alias, rowCount: changed.count, batchRows: comparedRows }
  for await (const { where, share } of ranges(executor, batches)) {
    const source = sql`select c.target_id as id, 0 as ${own('n')}, c.after as ${own('v')}, null::int as ${own('ver')},
        null::jsonb as ${own('expect')} from ${changes} c where c.after is not null and ${where}`
    yield { statement: { source, fields }, share }
  }
}

/** Values for fields without a column in the file: defaults, the next numbers of counting fields, items' colours. */
async function defaultsOf({ access, plan, executor, model, pool }: Insertion): Promise<Written[]> {
  const given = new Set(plan.columns.map(({ field }) => field.id))
  const counting = countingFields(access.home)
  const color = colorField(access.home)
  const defaults: Written[] = []
  /** Record ids of the rows are close together, so that they determine numbers and colours. */
  const span = () => spanOf(executor)
  for (const field of access.home.fields) {
    if (given.has(field.id) || isLinks(field)) continue
    if (counting.includes(field)) {
      const { first, last } = await span()
      const codeOf = await numbersFor(pool, model, access.home, field, last - first + 1)
      defaults.push({ field, values: [codeOf(sql`(s.record_id - ${first - 1}::bigint)`)] })
    } else if (field.defaultValue !== null && field.defaultValue !== undefined) {
      const json = sql`${literal(JSON.stringify(field.defaultValue))}::jsonb`
      defaults.push({ field, values: storageOf(field).write(field, json) })
    } else if (field === color) {
      const { first } = await span()
      const colorOf = await colorsFor(executor, model, access.home, field)
      defaults.push({ field, values: [colorOf(sql`(s.record_id - ${first - 1}::bigint)`)] })
    }
  }
  return defaults
}

/** The first and the last record id of the rows; 0 without any. */
async function spanOf(executor: Insertion['executor']): Promise<{ first: number; last: number }> {
  const [found] = await rows<{ first: number | null; last: number | null }>(
    executor,
    sql`select min(record_id) as first, max(record_id) as last from ${stage}`,
  )
  return { first: found?.first ?? 0, last: found?.last ?? 0 }
}

/** Logs the records of a large import as ranges. Rows that create nothing are in them, too: no record has their ids. */
async function logCreated({ executor, model, operationId, rowCount }: Insertion): Promise<void> {
  const { first, last } = await spanOf(executor)
  // Nobody else took an id meanwhile.
  const isUnbroken = last - first + 1 === rowCount
  const ranges = isUnbroken
    ? sql`(select ${first}::bigint as first_id, ${last}::bigint as last_id)`
    : rangesOf(sql`(select s.record_id as id from ${stage} s)`)
  await run(executor, insertCreatedRanges(model.schema, operationId, ranges))
}

/** A field and the values of its columns. */
interface Written {
  field: FieldModel
  values: readonly Sql[]
}

/**
 * Inserts a range in two statements (table, catalogue), or three with the log: a single one would materialize the rows twice.
 */
async function insertRange(insertion: Insertion, range: Sql, defaults: readonly Written[]): Promise<number> {
  const { executor, model, access, plan, teamUserId, operationId } = insertion
  const { schema } = model
  const { home } = access
  const { columns } = plan
  const fieldBy = (id: number | null) => home.fields.find((field) => field.id === id)
  const plain = columns.filter(({ field }) => !isLinks(field))
  const parts: Written[] = [
    ...plain.map((column) => ({
      field: column.field,
      values: columnValues(column),
    })),
    ...defaults,
  ]
  const where = sql`where ${range} and ${plan.creates}`
  const names = ['record_id', ...parts.flatMap(({ field }) => writtenColumns(field))]
  const values = [sql`s.record_id`, ...parts.flatMap((part) => part.values)]
  const created = await run(
    executor,
    sql`insert into ${ident(schema, home.tableName)} (${join(names.map((name) => ident(name)))})
        select ${join(values)} from ${stage} s${mapJoins(plain)} ${where}`,
  )
  // After a large import, a job builds the search documents from the values.
  const isLater = isLarge(insertion)
  const [nameField, avatarField] = [fieldBy(home.nameFieldId), fieldBy(home.avatarFieldId)]
  const read = isLater
    ? home.fields.filter((field) => field === nameField || field === avatarField)
    : home.fields
  const place: ValuePlace = { model, schema, alias: 't' }
  const nameColumn = plain.find(({ field }) => field === nameField)
  const isName = nameColumn && isNameColumn(nameColumn.field, insertion.facts[nameColumn.index])
  const name = isName ? sql`coalesce(${columnOf(nameColumn.field, place)}, '')` : nameOf(nameField, place)
  const readColumns = plain.filter(({ field }) => read.includes(field))
  const rowsRead = sql`(select s.record_id${joined(home.fields.flatMap((field) => valuesOf(parts, field, read, schema)))}
    from ${stage} s${mapJoins(readColumns)} ${where}) t`
  await run(
    executor,
    sql`insert into ${ident(schema, 'data_record')}
          (id, data_collection_id, name, avatar, created_by, updated_by, ${rawSql(isLater ? 'named_at, search_pending' : 'search')})
        select t.record_id, ${home.id}::bigint, ${name}, ${avatarOf(avatarField, place)},
          ${teamUserId}::bigint, ${teamUserId}::bigint,
          ${isLater ? sql`null, ''` : searchDocumentOf(home.fields, place)} from ${rowsRead}`,
  )
  if (!isLater) {
    const events = {
      from: sql`(select s.record_id from ${stage} s ${where})`,
      type: 'created',
      isFirst: true,
    } as const
    await run(executor, insertEvents(schema, events, sql`(select ${operationId}::bigint as id) op`))
  }
  return created
}

const joined = (columns: readonly Sql[]): Sql =>
  columns.length > 0 ? sql`, ${join([...columns])}` : rawSql('')

/** The columns of a field in a row: given, or null. */
function valuesOf(
  parts: readonly Written[],
  field: FieldModel,
  read: readonly FieldModel[],
  schema: string,
): Sql[] {
  if (!read.includes(field) || isLinks(field)) return []
  const values = parts.find((part) => part.field === field)?.values
  const storage = storageOf(field)
  let next = 0
  return storage.columns(field).map(({ name, type, generated }) => {
    if (!generated) return sql`${values?.[next++] ?? rawSql(`null::${type}`)} as ${ident(name)}`
    const of = sql`select ${values?.[0] ?? rawSql('null::jsonb')} as ${ident(field.columnName)}`
    return sql`(select ${rawSql(generated(schema))} from (${of}) g) as ${ident(name)}`
  })
}

async function insertLinks({ executor, model, plan }: Insertion, column: ReadyColumn): Promise<void> {
  await run(
    executor,
    sql`insert into ${linkTable(column.field, model.schema)} (from_id, to_id, position)
        select s.record_id, e.id::bigint, e.n from ${stage} s${mapJoins([column])}
        cross join lateral ${elements(sql`coalesce(${jsonOfCell(column)}, 'null'::jsonb)`)} e (id, n)
        where ${plan.creates} on conflict do nothing`,
  )
}

/** Makes created records members of the target child collection and of its plain ancestors. */
async function insertMembership({ executor, model, plan }: Insertion): Promise<void> {
  if (plan.collections.length === 0) return
  await run(
    executor,
    sql`insert into ${ident(model.schema, 'membership')} (data_collection_id, record_id)
        select e.id, s.record_id from ${stage} s cross join unnest(${plan.collections}::bigint[]) e (id)
        where ${plan.creates} on conflict do nothing`,
  )
}

/** Makes matched records members too. @returns the total of records changed in values or membership */
async function addMatchedMembers(insertion: Insertion, updated: number): Promise<number> {
  const { executor, caller, home, plan, operationId } = insertion
  if (plan.collections.length === 0) return updated
  const scope = scopeOf(home)
  const targets = sql`select c.target_id as id from ${changes} c`
  await runMove(
    executor,
    membershipSql(scope, {
      source: membershipSource(targets, plan.collections, []),
      by: byOf(caller),
      operation: { id: operationId },
      may: rawSql('true'),
      isStrict: false,
    }),
  )
  const [all] = await rows<{ n: number }>(executor, sql`select count(*)::bigint as n from ${changes}`)
  return all?.n ?? updated
}
