/**
 * Decides for each staged row whether it creates a record, updates the one it matches, changes nothing, or is
 * rejected. A check only reads this plan; a run executes it. All decisions are made here.
 */

import type { ImportChoices } from '@muster/contract/imports/imports.api'
import { uniqueKeys } from '../../engine/public.design.ts'
import {
  byOf,
  type Change,
  canBeTyped,
  columnChange,
  isLinks,
  jsonOf,
  livingRows,
  newColumn,
  own,
  tables,
  typedDifference,
  updateSql,
  type ValuePlace,
  valuesAfter,
  writtenColumns,
} from '../../engine/public.sql.ts'
import {
  type FieldModel,
  mayChangeAll,
  scopeOf,
  type WriteContext,
  withAncestors,
} from '../../engine/public.ts'
import { ident, join, literal, one, rawSql, rows, run, type Sql, sql } from '../../platform/db.ts'
import { columnValues, convertColumns, jsonOfCell, mapJoins, type ReadyColumn } from './convert.ts'
import type { Converter, MappedColumn } from './converter.ts'
import { createdRecords } from './links.ts'
import { stagedRanges } from './ranges.ts'
import { cellOf, rejects, stage } from './staging.ts'

export interface Planning extends Converter {
  /** The context of the records' home collection. */
  home: WriteContext
  choices: ImportChoices
  rowCount: number
  isCheck: boolean
}

export interface Plan {
  columns: ReadyColumn[]
  /** Columns of existing fields; a check may have others, which the run creates first. */
  real: ReadyColumn[]
  /** Condition on `s`: rows that create a record; skips subqueries that no row needs. */
  creates: Sql
  /** Some rows are rejected. */
  hasRejects: boolean
  /** Plain collections whose members the records become. */
  collections: number[]
  /**
   * Matched rows are written without `changes`: the statement that writes them finds what differs. Otherwise, what
   * changes is found first.
   */
  writesMatches: boolean
}

/** Matches of rows and records: `(record_id, target_id)`. */
export const matches = rawSql('pg_temp.import_match')
/** Keys by which rows are matched: `(record_id, key0, …)`. */
const keyed = rawSql('pg_temp.import_key')
/** Matched records that will change: `(target_id, record_id, after)`. */
export const changes = rawSql('pg_temp.import_change')

const accepted = sql`not exists (select from ${rejects} x where x.record_id = s.record_id)`

/** Rows that create a record. */
export const isNew = sql`${accepted} and not exists (select from ${matches} m where m.record_id = s.record_id)`

/** Whether a field exists; a check has virtual ones, which the run will create. */
const isReal = (field: FieldModel): boolean => field.id > 0

export async function planImport(planning: Planning, mapped: readonly MappedColumn[]): Promise<Plan> {
  const { executor } = planning
  await makeTables(planning)
  const columns = await convertColumns(planning, mapped)
  const keys = columns.filter(({ field }) => planning.choices.matchBy.includes(field.columnName))
  if (planning.choices.mode !== 'create') await matchRows(planning, keys)
  await rejectEmpty(planning, columns)
  for (const column of columns.filter(({ field }) => field.isUnique)) await rejectDuplicates(planning, column)
  await run(executor, sql`analyze ${rejects}`)
  const real = columns.filter(({ field }) => isReal(field))
  const found = await foundIn(planning)
  const creates = found?.matches ? isNew : found?.rejects ? accepted : sql`true`
  const collections = collectionsOf(planning)
  const writesMatches =
    !planning.isCheck &&
    collections.length === 0 &&
    mayChangeAll(
      planning.home.access,
      columns.map(({ field }) => field),
    ) &&
    columns.every(({ field }) => isReal(field) && canBeTyped(field))
  const plan = { columns, real, creates, hasRejects: found?.rejects === true, collections, writesMatches }
  if (planning.choices.mode !== 'create' && !writesMatches) await findChanges(planning, plan)
  await deleteUnused(planning, columns)
  return plan
}

/** Whether any row is rejected, and whether any matches a record. */
async function foundIn({ executor }: Planning): Promise<{ rejects: boolean; matches: boolean } | undefined> {
  return one(
    executor,
    sql`select exists (select from ${rejects}) as rejects, exists (select from ${matches}) as matches`,
  )
}

async function makeTables({ executor }: Planning): Promise<void> {
  const tables = [
    sql`import_match (record_id bigint not null, target_id bigint not null)`,
    sql`import_change (target_id bigint primary key, record_id bigint not null, after jsonb)`,
    sql`import_made (id bigint primary key, data_collection_id bigint not null, c int not null, name text not null)`,
  ]
  for (const table of tables) await run(executor, sql`create temp table ${table} on commit drop`)
}

/**
 * The target if it is a plain child, and its plain ancestors, because members of a child are in its parent.
 */
function collectionsOf({ model, access }: Planning): number[] {
  const { collection, home } = access
  if (collection.parentId === null || collection.isSmartCollection) return []
  return withAncestors(model, home, [collection.id], () => '')
}

/** Typed values of rows that are not rejected: relation with `record_id` and the fields' columns. */
function typedRows(columns: readonly ReadyColumn[]): Sql {
  return sql`(select s.record_id, ${join(columns.flatMap(typedCells))} from ${stage} s${mapJoins(columns)} where ${accepted})`
}

/** The columns of a cell's value. */
function typedCells(column: ReadyColumn): Sql[] {
  const names = writtenColumns(column.field)
  const values = columnValues(column)
  return values.map((value, n) => sql`${value} as ${ident(names[n] as string)}`)
}

const isText = (field: FieldModel): boolean => ['text', 'html', 'video'].includes(field.type.storage)

/** A part of a key as text that is equal for equal values; empty for no value. */
function keyText(field: FieldModel, schema: string, alias: string): Sql {
  const column = ident(alias, field.columnName)
  if (isText(field)) return sql`coalesce(${ident(schema, 'fold')}(${column}), '')`
  return field.type.storage === 'numeric'
    ? sql`coalesce(trim_scale(${column})::text, '')`
    : sql`coalesce(${column}::text, '')`
}

/**
 * Finds each row's record by all key fields together; with several, empty counts as a value unless all are
 * empty. Rows of the file with the same key are rejected first.
 */
async function matchRows(planning: Planning, keys: readonly ReadyColumn[]): Promise<void> {
  const { executor, model, choices } = planning
  const { schema } = model
  const scope = scopeOf(planning.home)
  const [only] = keys
  const parts = (alias: string): readonly Sql[] =>
    only && keys.length === 1
      ? uniqueKeys(only.field, { schema, alias })
      : keys.map(({ field }) => keyText(field, schema, alias))
  const filled = keys.map(({ field }) => sql`${ident('k', field.columnName)} is not null`)
  const names = parts('k').map((_, n) => ident(`key${n}`))
  const named = parts('k').map((part, n) => sql`${part} as ${names[n] as Sql}`)
  // A table of its own, so that the planner knows that keys differ and hashes them.
  await run(
    executor,
    sql`create temp table import_key on commit drop as
        select k.record_id, ${join(named)} from ${typedRows(keys)} k where ${join(filled, ' or ')}`,
  )
  await run(executor, sql`analyze ${keyed}`)
  const key = join(names)
  const [repeated] = await rows(
    executor,
    sql`select from ${keyed} group by ${key} having count(*) > 1 limit 1`,
  )
  if (repeated) {
    const isDuplicate = choices.duplicates === 'first' ? sql`u.nth > 1` : sql`u.many > 1`
    await run(
      executor,
      sql`insert into ${rejects} (record_id, c, code)
          select u.record_id, ${keys[0]?.index ?? 0}::int, 'duplicate_in_file' from (
            select k.record_id, row_number() over (partition by ${key} order by k.record_id) as nth,
              count(*) over (partition by ${key}) as many
            from ${keyed} k) u where ${isDuplicate}`,
    )
  }
  const same = join(
    parts(scope.alias).map((part, n) => sql`k.${names[n] as Sql} = ${part}`),
    ' and ',
  )
  await run(
    executor,
    sql`insert into ${matches} (record_id, target_id)
        select k.record_id, ${ident(scope.alias, 'record_id')} from ${keyed} k join ${tables(scope)} on ${same}
        where ${livingRows(scope)} and not exists (select from ${rejects} x where x.record_id = k.record_id)`,
  )
  const severalMatches = await run(
    executor,
    sql`insert into ${rejects} (record_id, c, code)
        select m.record_id, ${keys[0]?.index ?? 0}::int, 'several_matches' from ${matches} m
        group by m.record_id having count(*) > 1`,
  )
  if (severalMatches > 0)
    await run(
      executor,
      sql`delete from ${matches} m where exists (
            select from ${rejects} x where x.record_id = m.record_id and x.code = 'several_matches')`,
    )
  if (choices.mode === 'update') {
    await run(
      executor,
      sql`insert into ${rejects} (record_id, c, code)
          select s.record_id, ${keys[0]?.index ?? 0}::int, 'no_match' from ${stage} s where ${isNew}`,
    )
  }
  await run(executor, sql`analyze ${matches}`)
}

/** Rejects rows with empty required fields: in new records, and where the row would clear them. */
async function rejectEmpty(planning: Planning, columns: readonly ReadyColumn[]): Promise<void> {
  const { executor, home, choices } = planning
  const given = new Map(columns.map((column) => [column.field.id, column]))
  const required = [...columns.map(({ field }) => field), ...home.access.home.fields].filter(
    (field, n, all) =>
      field.isRequired && !field.type.isAutomatic?.(field.settings) && all.indexOf(field) === n,
  )
  const clears = choices.emptyCells === 'clear'
  for (const field of required) {
    const column = given.get(field.id)
    const rowsOf = column && clears ? sql`true` : isNew
    if (!column) {
      if (field.defaultValue !== null && field.defaultValue !== undefined) continue
      const canFill = home.access.fields.get(field.columnName)?.update === 'all'
      if (!canFill || choices.mode === 'update') continue
      await run(
        executor,
        sql`insert into ${rejects} (record_id, c, code, value)
            select s.record_id, null, 'required', ${field.title} from ${stage} s where ${isNew}`,
      )
      continue
    }
    // Cells that could not be parsed are rejected already.
    const isEmpty = column.isMapped
      ? sql`(${cellOf(column.index)} is null or (m${rawSql(String(column.index))}.raw is not null
          and m${rawSql(String(column.index))}.code is null and m${rawSql(String(column.index))}.value is null))`
      : sql`${cellOf(column.index)} is null`
    await run(
      executor,
      sql`insert into ${rejects} (record_id, c, code)
          select s.record_id, ${column.index}::int, 'required' from ${stage} s${mapJoins([column])}
          where ${isEmpty} and ${rowsOf}`,
    )
  }
}

/** Rejects duplicates in unique fields: within the file, and of living records other than the matched one. */
async function rejectDuplicates(planning: Planning, column: ReadyColumn): Promise<void> {
  const { executor, model, home, choices } = planning
  const { field, index } = column
  const keys = (alias: string): readonly Sql[] => uniqueKeys(field, { schema: model.schema, alias })
  const partition = join([...keys('k')])
  const isDuplicate = choices.duplicates === 'first' ? sql`u.nth > 1` : sql`u.many > 1`
  const filled = sql`(select k.* from ${typedRows([column])} k
    where ${ident('k', writtenColumns(field)[0] as string)} is not null)`
  await run(
    executor,
    sql`insert into ${rejects} (record_id, c, code)
        select u.record_id, ${index}::int, 'duplicate_in_file' from (
          select k.record_id, row_number() over (partition by ${partition} order by k.record_id) as nth,
            count(*) over (partition by ${partition}) as many from ${filled} k) u
        where ${isDuplicate}`,
  )
  if (!isReal(field)) return
  const same = join(
    keys('k').map((key, n) => sql`${key} = ${keys('t')[n] as Sql}`),
    ' and ',
  )
  await run(
    executor,
    sql`insert into ${rejects} (record_id, c, code)
        select k.record_id, ${index}::int, 'not_unique' from ${filled} k
          join ${ident(model.schema, home.access.home.tableName)} t on ${same} and t.deleted_at is null
          left join ${matches} m on m.record_id = k.record_id
        where m.target_id is null or m.target_id <> t.record_id`,
  )
}

/** Values of a matched row as jsonb by column name: empty cells are omitted or null. */
function valuesOfRow(columns: readonly ReadyColumn[], emptyCells: ImportChoices['emptyCells']): Sql {
  const parts = columns.map((column) => {
    const key = literal(column.field.columnName)
    const json = jsonOfCell(column)
    return emptyCells === 'clear'
      ? sql`jsonb_build_object(${key}, coalesce(${json}, 'null'::jsonb))`
      : sql`case when ${json} is null then '{}'::jsonb else jsonb_build_object(${key}, ${json}) end`
  })
  return parts.length > 0 ? sql`(${join(parts, ' || ')})` : sql`'{}'::jsonb`
}

/** Relation (id, @n, @v, @ver, @expect) of matched rows of a range, as `updateSql` takes it. */
function matchedSource(columns: readonly ReadyColumn[], choices: ImportChoices, where: Sql): Sql {
  return sql`select m.target_id as id, 0 as ${own('n')}, ${valuesOfRow(columns, choices.emptyCells)} as ${own('v')},
      null::int as ${own('ver')}, null::jsonb as ${own('expect')}
    from ${stage} s join ${matches} m on m.record_id = s.record_id${mapJoins(columns)} where ${accepted} and ${where}`
}

/**
 * Relation (target_id, record_id, after) of the changes in a range, as a dry run of the update statement finds
 * them, which checks what the caller may write where.
 */
function checkedChanges(planning: Planning, columns: readonly ReadyColumn[], where: Sql): Sql {
  const dryRun = updateSql(scopeOf(planning.home), {
    source: matchedSource(columns, planning.choices, where),
    fields: columns.map(({ field }) => field),
    by: byOf(planning.caller),
    operation: { id: 0 },
    isStrict: false,
    hasVersions: false,
    hasExpectations: false,
    trustsReferences: true,
    withDetail: false,
    isDry: true,
  })
  return sql`select d.target_id, m.record_id, d.after from (${dryRun}) d (target_id, after)
    join ${matches} m on m.target_id = d.target_id`
}

/**
 * The same changes where the caller may write each field in every record that matches: cells are compared with the
 * columns of the record's row (`x`), and only what differs becomes JSON.
 */
function comparedChanges(planning: Planning, columns: readonly ReadyColumn[], where: Sql): Sql {
  const { home, model, choices } = planning
  const { schema } = model
  const clears = choices.emptyCells === 'clear'
  const before: ValuePlace = { model, schema, alias: 'x' }
  const after: ValuePlace = { model, schema, alias: 'n' }
  const changed = columns.map((column): Change => {
    const { field } = column
    const json = jsonOfCell(column)
    const isGiven = clears ? sql`true` : sql`${json} is not null`
    if (!isLinks(field)) return columnChange(field, isGiven, { before, after })
    return {
      key: field.columnName,
      mayDiffer: isGiven,
      isCertain: false,
      before: sql`coalesce(${jsonOf(field, before)}, 'null'::jsonb)`,
      after: sql`coalesce(${json}, 'null'::jsonb)`,
    }
  })
  const cells = columns.filter(({ field }) => !isLinks(field)).flatMap(typedCells)
  return sql`select m.target_id, m.record_id, d.after
    from ${stage} s join ${matches} m on m.record_id = s.record_id
      join ${ident(schema, home.access.home.tableName)} x on x.record_id = m.target_id${mapJoins(columns)}
      cross join lateral (select ${join([sql`x.record_id`, ...cells])} offset 0) n
      cross join lateral (${valuesAfter(changed)}) d
    where ${accepted} and ${where} and d.after <> '{}'`
}

/**
 * Relation of matched rows of a range with their values as columns, as `updateSql` takes it with `typed`. Values are
 * null where a cell is empty; `offset` lets each be computed once.
 */
export function typedSource({ hasRejects }: Plan, columns: readonly ReadyColumn[], where: Sql): Sql {
  const values = columns.flatMap((column) =>
    columnValues(column).map((value, n) => sql`${value} as ${newColumn(column.field, n)}`),
  )
  return sql`select m.target_id as id, 0 as ${own('n')}, null::jsonb as ${own('v')}, null::int as ${own('ver')},
      null::jsonb as ${own('expect')}, ${join(values)}
    from ${stage} s join ${matches} m on m.record_id = s.record_id${mapJoins(columns)}
    where ${hasRejects ? accepted : sql`true`} and ${where} offset 0`
}

/**
 * Those columns in which some matched row differs from its record. Mostly they are few, and a statement that writes
 * others as well takes a third longer.
 */
export async function differingColumns(
  { executor, home, model }: Planning,
  plan: Plan,
  typed: 'all' | 'given',
): Promise<ReadyColumn[]> {
  const { columns } = plan
  if (columns.length === 0) return []
  const differs = columns.map(({ field }) => sql`coalesce(bool_or(${typedDifference(field, typed)}), false)`)
  const found = await one<{ differs: boolean[] }>(
    executor,
    sql`select array[${join(differs)}]::boolean[] as differs from (${typedSource(plan, columns, sql`true`)}) i
        join ${ident(model.schema, home.access.home.tableName)} t on t.record_id = i.id`,
  )
  return columns.filter((_, n) => found?.differs[n])
}

/** Rows per statement that compares them with their records, whose table it reads as a whole. */
export const comparedRows = 50_000

/** Finds the matched records that will change. */
async function findChanges(planning: Planning, plan: Plan): Promise<void> {
  const { executor, rowCount } = planning
  const isOpen = mayChangeAll(
    planning.home.access,
    plan.real.map(({ field }) => field),
  )
  for await (const { where } of stagedRanges(executor, rowCount, comparedRows)) {
    planning.signal.throwIfAborted()
    if (plan.real.length > 0) {
      const found = (isOpen ? comparedChanges : checkedChanges)(planning, plan.real, where)
      await run(executor, sql`insert into ${changes} (target_id, record_id, after) ${found}`)
    }
    await findOtherChanges(planning, plan, where)
  }
}

/** Finds records that change in another way: in a virtual field, or by becoming members. */
async function findOtherChanges(planning: Planning, plan: Plan, where: Sql): Promise<void> {
  const { schema } = planning.model
  const virtual = plan.columns.filter(({ field }) => !isReal(field))
  const filled = virtual.map((column) => sql`${jsonOfCell(column)} is not null`)
  const missing = plan.collections.map(
    (id) => sql`not exists (select from ${ident(schema, 'membership')} b
      where b.data_collection_id = ${id}::bigint and b.record_id = m.target_id)`,
  )
  const reasons = [...filled, ...missing]
  if (reasons.length === 0) return
  await run(
    planning.executor,
    sql`insert into ${changes} (target_id, record_id)
        select m.target_id, m.record_id from ${stage} s join ${matches} m on m.record_id = s.record_id${mapJoins(virtual)}
        where ${accepted} and ${where} and (${join(reasons, ' or ')}) on conflict do nothing`,
  )
}

/** Deletes records that were created for rows that are rejected after all, and are not referenced. */
async function deleteUnused(planning: Planning, columns: readonly ReadyColumn[]): Promise<void> {
  const { executor, model, operationId } = planning
  const made = await rows<{ c: number; home: number }>(
    executor,
    sql`select distinct c, data_collection_id as home from ${createdRecords}`,
  )
  if (made.length === 0) return
  const used = made.flatMap(({ c }) => {
    const column = columns.find(({ index }) => index === c)
    if (!column) return []
    const value = sql`${jsonOfCell(column)}`
    return [
      sql`select e.id::bigint from ${stage} s${mapJoins([column])}
        cross join lateral jsonb_array_elements_text(case jsonb_typeof(${value}) when 'array' then ${value}
          when 'number' then jsonb_build_array(${value}) else '[]'::jsonb end) e (id)
        where ${accepted}`,
    ]
  })
  await run(
    executor,
    sql`create temp table import_unused on commit drop as
    select d.id, d.data_collection_id as home from ${createdRecords} d
    where d.id not in (${used.length > 0 ? join(used, ' union ') : sql`select null::bigint where false`})`,
  )
  const unused = sql`select id from pg_temp.import_unused`
  const homes = [...new Set(made.map(({ home }) => home))]
  for (const id of homes) {
    const home = model.collections.get(id)
    if (home)
      await run(
        executor,
        sql`delete from ${ident(model.schema, home.tableName)} where record_id in (${unused})`,
      )
  }
  await run(
    executor,
    sql`delete from ${ident(model.schema, 'log_event')} where operation_id = ${operationId} and record_id in (${unused})`,
  )
  await run(executor, sql`delete from ${ident(model.schema, 'membership')} where record_id in (${unused})`)
  await run(executor, sql`delete from ${ident(model.schema, 'data_record')} where id in (${unused})`)
  await run(executor, sql`delete from ${createdRecords} where id in (${unused})`)
}
