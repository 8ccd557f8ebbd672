/**
 * Changes values in one statement: it locks the records, finds the actual changes, checks access, versions
 * and references, and writes row, links, catalogue, search document, operation and log, or nothing at all.
 */

import type { OperationRef } from '@muster/contract/operations/operations.schema'
import { empty, ident, join, literal, rawSql, type Sql, sql } from '../../platform/db.ts'
import type { Scope } from '../access/scope.ts'
import { isLinks } from '../model/columns.ts'
import type { FieldModel } from '../model/model.ts'
import { detailOver } from '../query/detail.ts'
import { all, always, any, rowsToSql, tableOf } from '../query/filter-to-sql.ts'
import { storageOf } from '../storage/index.ts'
import { linkTable } from '../storage/storage.ts'
import {
  columnsOf,
  columnValuesFrom,
  elements,
  holdsFiles,
  idsIn,
  insertFileUses,
  jsonObject,
  own,
  refersToRecords,
  unknownReferences,
  upsertLinks,
  valueIn,
  writtenColumns,
} from './columns.sql.ts'
import { type Author, apartParts, authorColumns, type By, eventsPart, operationPart } from './mutate.sql.ts'
import { avatarOf, jsonOf, nameOf, searchDocumentOf, searchedFields, type ValuePlace } from './texts.sql.ts'

/**
 * A changed record as the statement's input: position in the request, validated values, version the caller
 * saw. Those that are changed apart have authors of their own.
 */
export interface ChangedRecord extends Author {
  n: number
  id: number
  v: Record<string, unknown>
  ver?: number | undefined
}

export interface UpdateStatement {
  /** Relation (id, @n, @v, @ver, @expect): from `itemsSource`, a target or the log. */
  source: Sql
  /** Fields of all the values. */
  fields: readonly FieldModel[]
  by: By
  operation: { id: number } | { kind: OperationRef['kind'] }
  /** Any problem rejects the whole statement; otherwise denied records are skipped. */
  isStrict: boolean
  /** Some item has a version. */
  hasVersions: boolean
  /** Values change only where the current value equals that in `@expect`. */
  hasExpectations: boolean
  /** Does not check references, because restored values were valid before. */
  trustsReferences: boolean
  /** For one record: also returns it as the caller sees it, if it changed. */
  withDetail: boolean
  /**
   * Each record has an author and a new operation of its own, of the kind `update_records`, and without waiting for others.
   * There is a row for each that was changed: `@n`, id of the operation, detail; records with any problem are left as they
   * are.
   */
  isApart?: boolean
  /** The operation has no events of these records yet. */
  isFirst?: boolean
  /**
   * The source has the new values as columns, `newColumn`, instead of `@v`: those of `all` fields, or those `given` by
   * a first column that is not null. Only for fields that `canBeTyped`, which the caller may change in every record.
   */
  typed?: 'all' | 'given'
  /** Leaves the search documents to a job; until then a slower search finds the records. */
  defersSearch?: boolean
  /** Also changes records in the trash. */
  includesTrash?: boolean
  /** Changes nothing and returns rows of (record_id, after). */
  isDry?: boolean
}

/** Problems that a statement found. Lists are null if empty. */
export interface UpdateProblems {
  /** `@n` of records that do not exist or that the caller may not see. */
  missing: number[] | null
  unknown: [number, string, string][] | null
  denied: { n: number; id: number; fields: string[] }[] | null
  conflicts: { n: number; fields: string[]; version: number; current: Record<string, unknown> }[] | null
  /** A concurrent change was committed while the statement waited; the statement must be retried. */
  isStale: boolean
}

/** Name of a field's nth column in a source with typed values, in the order of `writtenColumns`. */
export const newColumn = (field: FieldModel, n: number): Sql => own(`new ${field.id}.${n}`)

/** Whether all columns of the field's value are written, and none of its links. */
export const canBeTyped = (field: FieldModel): boolean =>
  !isLinks(field) &&
  storageOf(field)
    .columns(field)
    .every(({ generated }) => !generated)

/** @param items JSON of a list of `ChangedRecord`; with authors, for `isApart` */
export function itemsSource(items: unknown, hasAuthors = false): Sql {
  return sql`select (e.item ->> 'id')::bigint as id, (e.item ->> 'n')::int as ${own('n')},
      e.item -> 'v' as ${own('v')}, (e.item ->> 'ver')::int as ${own('ver')}, null::jsonb as ${own('expect')}
      ${hasAuthors ? sql`, ${authorColumns(sql`e.item`)}` : empty}
    from jsonb_array_elements(${items}::jsonb) e (item)`
}

/**
 * The same for items that all have a value for each of the fields, which `canBeTyped`: a list for each field, whose values
 * become columns where they are read.
 */
export function typedItemsSource(items: readonly ChangedRecord[], fields: readonly FieldModel[]): Sql {
  const keys = ['id', 'n', 'ver'] as const
  const numbers = keys.map((key) => items.map((item) => item[key] ?? null))
  const values = fields.map(({ columnName }) => items.map(({ v }) => v[columnName]))
  // `unnest` of an array would let PostgreSQL expect so many rows that it reads the whole collection.
  const lists = [
    ...numbers.map((list) => sql`jsonb_array_elements_text(${JSON.stringify(list)}::jsonb)`),
    ...values.map((list) => sql`jsonb_array_elements(${JSON.stringify(list)}::jsonb)`),
  ]
  const listed = (place: number) => ident(`value_${place}`)
  const columns = fields.flatMap((field, place) =>
    storageOf(field)
      .write(field, sql`i.${listed(place)}`)
      .map((value, n) => sql`${value} as ${newColumn(field, n)}`),
  )
  return sql`select i.id::bigint as id, i.n::int as ${own('n')}, null::jsonb as ${own('v')}, i.ver::int as ${own('ver')},
      null::jsonb as ${own('expect')}, ${join(columns)}
    from rows from (${join(lists)}) i (id, n, ver, ${join(fields.map((_, place) => listed(place)))})`
}

/** A single record as parameters, so that the planner knows that there is only one. */
export function oneSource(item: { id: unknown; v: unknown; ver: unknown }): Sql {
  return sql`select ${item.id}::bigint as id, 0 as ${own('n')}, ${item.v}::jsonb as ${own('v')},
    ${item.ver}::int as ${own('ver')}, null::jsonb as ${own('expect')}`
}

/** The same values for every record of a relation with `id`. */
export function commonSource(ids: Sql, values: Record<string, unknown>): Sql {
  return sql`select i.id, 0 as ${own('n')}, ${JSON.stringify(values)}::jsonb as ${own('v')}, null::int as ${own('ver')},
      null::jsonb as ${own('expect')} from (${ids}) i`
}

/** A value for a column of the catalogue, `c`, or only if a condition holds. */
function toIf(condition: Sql | null, value: Sql, column: string): Sql {
  const name = ident(column)
  return condition === null
    ? sql`${name} = ${value}`
    : sql`${name} = case when ${condition} then ${value} else c.${name} end`
}

/** Assignments of the record's name. @param ifChanged a condition, or null if it may change in every record */
function nameTo(field: FieldModel, place: ValuePlace, ifChanged: Sql | null): Sql {
  return sql`${toIf(ifChanged, nameOf(field, place), 'name')}, ${toIf(ifChanged, sql`now()`, 'named_at')}`
}

/** Assignments of the search document, which a job writes if it is not given. @param ifChanged as in `nameTo` */
function searchTo(document: Sql | null, ifChanged: Sql | null): Sql {
  const [search, pending] = document === null ? [sql`null`, sql`''`] : [document, sql`null`]
  return sql`${toIf(ifChanged, search, 'search')}, ${toIf(ifChanged, pending, 'search_pending')}`
}

/**
 * Columns of the only row: id of the operation (null if nothing changed or there were problems), number of
 * changed records, at most 301 of their ids (both null with `withDetail`), problems, detail.
 */
export function updateSql(scope: Scope, statement: UpdateStatement): Sql {
  const { schema } = scope
  const { home } = scope.access
  const { fields } = statement
  const isWritten = (field: FieldModel | undefined) => field !== undefined && fields.includes(field)
  const links = fields.filter(isLinks)
  const references = statement.trustsReferences ? [] : fields.filter(refersToRecords)
  const files = statement.trustsReferences ? [] : fields.filter(holdsFiles)
  const nameField = home.fields.find(({ id }) => id === home.nameFieldId)
  const avatarField = home.fields.find(({ id }) => id === home.avatarFieldId)
  const changesSearch = searchedFields(fields).length > 0
  const { isApart = false, defersSearch = false } = statement
  const writesDocument = changesSearch && !defersSearch
  const needed =
    statement.withDetail || isApart
      ? home.fields
      : home.fields.filter(
          (field) => isWritten(field) || (writesDocument && searchedFields([field]).length > 0),
        )
  const denials = deniedFields(scope, fields)
  const { by, typed } = statement
  if (typed && (denials !== null || !fields.every(canBeTyped)))
    throw new Error('these values cannot be typed')
  // A single record uses optimistic locking: the catalogue is only updated if the version is still the one
  // read, and all other writes depend on that. So do records that are changed apart; of those, only ones that nobody else
  // has locked are written, so that none waits because of another. Many records are locked, in the order of their ids.
  const isOptimistic = statement.withDetail || isApart

  const tPlace: ValuePlace = {
    model: scope.model,
    schema,
    alias: 't',
    linkIds: (field) =>
      isWritten(field) ? idsIn(sql`(t.${own('new')} -> ${literal(field.columnName)})`) : undefined,
  }
  const oldValues = jsonObject(
    fields.map((field) => [field.columnName, jsonOf(field, { ...scope, alias: 't' })]),
  )
  const readsOld = statement.hasExpectations || links.length > 0 || references.length > 0
  // Of a version, only conflicts report the current values.
  const ofConflicts = statement.hasVersions
    ? sql`case when i.${own('ver')} < r.version then ${oldValues} end`
    : sql`null::jsonb`
  const oldJson = readsOld ? oldValues : ofConflicts
  const authorsIn = (alias: string) =>
    isApart ? [sql`${ident(alias)}.${own('by')}`, sql`${ident(alias)}.${own('actor')}`] : []
  const list = (columns: readonly Sql[]) => (columns.length > 0 ? sql`, ${join([...columns])}` : empty)

  // A relation that is read once need not be kept.
  const readsFoundOnce = typed !== undefined && !statement.isStrict && !statement.hasExpectations
  const found = sql`(
      select i.${own('n')}, i.${own('v')}, i.${own('ver')}, i.${own('expect')}, r.version as ${own('version')},
        ${denials === null ? sql`null::text[]` : denials} as ${own('denied')}, ${oldJson} as ${own('old')},
        t.record_id, t.deleted_at ${list([
          ...authorsIn('i'),
          ...needed.flatMap((field) => columnsOf(field, 't')),
          ...(typed ? fields.flatMap(newColumns).map((column) => sql`i.${column}`) : []),
        ])}
      from input i join ${ident(schema, 'data_record')} r on r.id = i.id
        join ${tableOf(scope)} t on t.record_id = i.id
      where ${all([
        ...(statement.includesTrash ? [] : [sql`r.deleted_at is null`]),
        sql`r.data_collection_id = ${rawSql(String(home.id))}`,
        rowsToSql(scope.access.visible, scope),
        // Of a file, most rows may be as they were: those are not locked.
        ...(typed && !statement.isStrict ? [any(fields.map((field) => typedDifference(field, typed)))] : []),
      ])}
      ${isOptimistic ? empty : sql`order by r.id for update of r, t`})`
  const parts: Sql[] = [
    sql`input as ${isOptimistic || readsFoundOnce ? empty : rawSql('materialized')} (${statement.source})`,
    ...(readsFoundOnce ? [] : [sql`found as materialized ${found}`]),
  ]
  // With expectations, the values to write are a subset of the requested ones.
  const want = statement.hasExpectations ? sql`o.${own('want')}` : sql`o.${own('v')}`
  if (statement.hasExpectations)
    parts.push(sql`wanted as materialized (select f.*, ${stillExpected} from found f)`)
  parts.push(
    sql`t as ${typed ? empty : rawSql('materialized')} (
      select o.record_id, o.deleted_at, o.${own('n')}, o.${own('ver')}, o.${own('version')}, o.${own('denied')},
        o.${own('old')}, ${want} as ${own('v')},
        ${links.length > 0 ? sql`o.${own('old')} || ${want}` : sql`null::jsonb`} as ${own('new')}
        ${list([
          ...authorsIn('o'),
          ...needed.flatMap((field) =>
            isWritten(field)
              ? [
                  ...(typed ? typedColumns(field, typed) : requestedColumns(schema, field, want)),
                  ...keptColumns(field),
                ]
              : columnsOf(field, 'o'),
          ),
        ])} from ${statement.hasExpectations ? sql`wanted` : readsFoundOnce ? found : sql`found`} o)`,
    sql`diff as ${typed ? empty : rawSql('materialized')} (
      select t.*, d.before as ${own('before')}, d.after as ${own('after')}
      from t cross join lateral (select t.record_id ${list(fields.flatMap(oldColumns))}) o
        cross join lateral (${changedValues(fields.map((field) => changeOf(field, tPlace, typed !== undefined)))}) d
      where d.before <> '{}')`,
  )
  if (references.length > 0) {
    const old = (field: FieldModel) => sql`s.${own('old')} -> ${literal(field.columnName)}`
    parts.push(sql`unknown as materialized (${unknownReferences(scope, references, sql`t`, old)})`)
  }
  if (statement.hasVersions) parts.push(newerChanges(schema, typed ? fields : null))

  const good: Sql[] = []
  const isOwn = (problem: string) =>
    isApart ? sql`where ${ident(problem)}.${own('n')} = d.${own('n')}` : empty
  if (statement.hasVersions) good.push(sql`not exists (select from newer ${isOwn('newer')})`)
  if (references.length > 0) good.push(sql`not exists (select from unknown ${isOwn('unknown')})`)
  if (denials !== null) {
    good.push(
      statement.isStrict
        ? sql`not exists (select from t where cardinality(t.${own('denied')}) > 0)`
        : sql`cardinality(d.${own('denied')}) = 0`,
    )
  }
  if (statement.isStrict && !statement.withDetail)
    good.push(sql`(select count(*) from input) = (select count(*) from found)`)
  if (isApart) {
    parts.push(sql`free as materialized (
      select r.id from ${ident(schema, 'data_record')} r where r.id in (select i.id from input i)
      for update skip locked)`)
    good.push(sql`exists (select from free where free.id = d.record_id)`)
  }
  parts.push(sql`good as materialized (select d.* from diff d where ${good.length > 0 ? all(good) : always})`)
  if (statement.isDry) {
    return sql`with ${join(parts)} select g.record_id, g.${own('after')} from good g`
  }
  // Other statements only name fields that change in nearly every record.
  const ifChanged = (changed: readonly FieldModel[]): Sql | null =>
    typed
      ? sql`t.${own('after')} ?| array[${join(changed.map(({ columnName }) => literal(columnName)))}]::text[]`
      : null
  const texts = [
    ...(nameField && isWritten(nameField) ? [nameTo(nameField, tPlace, ifChanged([nameField]))] : []),
    ...(isWritten(avatarField) ? [sql`avatar = ${avatarOf(avatarField, tPlace)}`] : []),
    ...(changesSearch
      ? [
          searchTo(
            writesDocument ? searchDocumentOf(home.fields, tPlace) : null,
            ifChanged(searchedFields(fields)),
          ),
        ]
      : []),
  ]
  parts.push(
    sql`cat as (
      update ${ident(schema, 'data_record')} c
      set version = c.version + 1, updated_at = now(), updated_by = ${isApart ? sql`t.${own('by')}` : sql`${by.teamUserId}::bigint`} ${list(texts)}
      from good t where c.id = t.record_id ${isOptimistic ? sql`and c.version = t.${own('version')}` : empty}
      ${isOptimistic ? returned : empty})`,
  )
  const assignments = fields.flatMap((field) =>
    writtenColumns(field).map((name) => sql`${ident(name)} = ${ident('t', name)}`),
  )
  if (assignments.length > 0) {
    parts.push(sql`typed as (
      update ${tableOf(scope)} x set ${join(assignments)}
      from good t ${isOptimistic ? sql`join cat k on k.id = t.record_id` : empty} where x.record_id = t.record_id)`)
  }
  for (const field of links) {
    parts.push(
      sql`${ident(`unlinked_${field.id}`)} as (
        delete from ${linkTable(field, schema)} k using good s
        where k.from_id = s.record_id and s.${own('v')} ? ${literal(field.columnName)}
          and not exists (select from ${elements(valueIn(sql`s.${own('v')}`, field))} e (id, n)
            where e.id::bigint = k.to_id))`,
      sql`${ident(`linked_${field.id}`)} as (${upsertLinks(schema, field, sql`good`)})`,
    )
  }
  if (files.length > 0) parts.push(sql`uses as (${insertFileUses(schema, files, sql`good`)})`)
  const events = {
    type: 'updated',
    version: sql`g.${own('version')} + 1`,
    before: sql`g.${own('before')}`,
    after: sql`g.${own('after')}`,
    isFirst: statement.isFirst ?? !('id' in statement.operation),
  } as const
  if (isApart) {
    const changed = sql`(select g.* from good g join cat k on k.id = g.record_id)`
    parts.push(...apartParts(schema, sql`'update_records'`, changed, events))
    const self = sql`(select * from made s where s.record_id = t.record_id)`
    const place = sql`t.${own('n')}, t.${own('operation')}, `
    return sql`with ${join(parts)} ${detailOver(scope, sql`made t join cat r on r.id = t.record_id`, self, place)}`
  }
  parts.push(
    operationPart(schema, statement.operation, by, isOptimistic ? sql`cat` : sql`good`),
    eventsPart(schema, { from: sql`good`, ...events }),
  )
  const detail = statement.withDetail
    ? sql`(${detailOver(scope, sql`t join cat r on r.id = t.record_id`, sql`t`)})`
    : sql`null`
  const changed = isOptimistic
    ? sql`null, null`
    : sql`(select count(*) from good),
        (select json_agg(g.record_id) from (select record_id from good limit 301) g)`
  return sql`with ${join(parts)}
    select (select id from op), ${changed},
      ${problems(statement, references.length > 0, denials !== null)}, ${detail}`
}

const returned =
  rawSql(`returning c.id, c.data_collection_id, c.name, c.avatar, c.version, c.created_at, c.created_by,
  c.updated_at, c.updated_by, c.deleted_at`)

/** Name of a field's nth column before the update, in a relation that also has its new columns. */
const oldName = (field: FieldModel, n: number): Sql => own(`old ${field.id}.${n}`)

const keptColumns = (field: FieldModel): Sql[] =>
  columnsOf(field, 'o').map((column, n) => sql`${column} as ${oldName(field, n)}`)

/** The columns before the update under their own names. */
const oldColumns = (field: FieldModel): Sql[] =>
  storageOf(field)
    .columns(field)
    .map(({ name }, n) => sql`t.${oldName(field, n)} as ${ident(name)}`)

const newColumns = (field: FieldModel): Sql[] => writtenColumns(field).map((_, n) => newColumn(field, n))

/** Whether a field's value in the source, `i`, is another than that in the record's row, `t`. */
export function typedDifference(field: FieldModel, typed: 'all' | 'given'): Sql {
  const differs = join(
    writtenColumns(field).map(
      (name, n) => sql`${ident('t', name)} is distinct from i.${newColumn(field, n)}`,
    ),
    ' or ',
  )
  return typed === 'all' ? sql`(${differs})` : sql`(i.${newColumn(field, 0)} is not null and (${differs}))`
}

/** What a field's columns will hold: the source's, or what they hold. */
function typedColumns(field: FieldModel, typed: 'all' | 'given'): Sql[] {
  const isGiven = sql`o.${newColumn(field, 0)} is not null`
  return writtenColumns(field).map((column, n) => {
    const [name, value] = [ident(column), sql`o.${newColumn(field, n)}`]
    return typed === 'all'
      ? sql`${value} as ${name}`
      : sql`case when ${isGiven} then ${value} else o.${name} end as ${name}`
  })
}

/** What a field's columns will hold: the requested value, also if that is JSON's null, or what they hold. */
function requestedColumns(schema: string, field: FieldModel, want: Sql): Sql[] {
  const columns = storageOf(field).columns(field)
  return columnValuesFrom(schema, field, valueIn(want, field)).map((value, n) => {
    const name = ident((columns[n] as { name: string }).name)
    return sql`case when ${want} ? ${literal(field.columnName)} then ${value} else o.${name} end as ${name}`
  })
}

/** The requested values of fields that still have the expected value. */
const stillExpected = sql`(
  select coalesce(jsonb_object_agg(x.key, x.value), '{}') from jsonb_each(f.${own('v')}) x
  where f.${own('old')} ? x.key and f.${own('old')} -> x.key = coalesce(f.${own('expect')} -> x.key, 'null'::jsonb)
  ) as ${own('want')}`

/** A field's value in a record before and after. */
export interface Change {
  key: string
  /** Cheap condition without which the values are equal. */
  mayDiffer: Sql
  /** With the condition, the values always differ. */
  isCertain: boolean
  /** For `jsonb_build_object`; where they are compared, neither is SQL's null. */
  before: Sql
  after: Sql
}

function changeOf(field: FieldModel, place: ValuePlace, isTyped: boolean): Change {
  const key = field.columnName
  // Typed columns that are not given are as before.
  const isGiven = isTyped ? always : sql`t.${own('v')} ? ${literal(key)}`
  if (!isLinks(field)) return columnChange(field, isGiven, { before: { ...place, alias: 'o' }, after: place })
  const [before, after] = [sql`t.${own('old')} -> ${literal(key)}`, sql`t.${own('new')} -> ${literal(key)}`]
  return { key, mayDiffer: isGiven, isCertain: false, before, after }
}

/** The change of a field with columns, between two relations that name them alike. */
export function columnChange(
  field: FieldModel,
  isGiven: Sql,
  places: { before: ValuePlace; after: ValuePlace },
): Change {
  const { before, after } = places
  const differing = writtenColumns(field).map(
    (name) => sql`${ident(before.alias, name)} is distinct from ${ident(after.alias, name)}`,
  )
  const { isScalar = false, read } = storageOf(field)
  const valueIn = (place: ValuePlace) =>
    isScalar ? read(field, place) : sql`coalesce(${jsonOf(field, place)}, 'null'::jsonb)`
  return {
    key: field.columnName,
    mayDiffer: sql`(${join(differing, ' or ')}) and ${isGiven}`,
    isCertain: isScalar,
    before: valueIn(before),
    after: valueIn(after),
  }
}

/** One row with the objects `before` and `after` of the values that differ. */
function changedValues(changed: readonly Change[]): Sql {
  return sql`select ${changedObject(changed, 'before')} as before, ${changedObject(changed, 'after')} as after offset 0`
}

/** One row with the object `after` of the values that differ. */
export function valuesAfter(changed: readonly Change[]): Sql {
  return sql`select ${changedObject(changed, 'after')} as after offset 0`
}

/**
 * JSON is only made of fields whose columns differ, and only compared where equal values may have other columns.
 * Concatenating an empty object costs nothing, and an aggregate over the fields of each record much; `offset` lets each
 * be computed once. Where all fields differ, as in a paste, one object of them all takes a third of the time.
 */
function changedObject(changed: readonly Change[], which: 'before' | 'after'): Sql {
  const parts = changed.map(({ key, mayDiffer, isCertain, ...values }) => {
    const made = jsonObject([[key, values[which]]])
    const difference = isCertain
      ? made
      : sql`case when ${values.before} is distinct from ${values.after} then ${made} else '{}'::jsonb end`
    return sql`case when ${mayDiffer} then ${difference} else '{}'::jsonb end`
  })
  const some = join(parts, ' || ')
  if (changed.length < 2 || !changed.every(({ isCertain }) => isCertain)) return some
  const differ = join(
    changed.map(({ mayDiffer }) => mayDiffer),
    ' and ',
  )
  const object = jsonObject(changed.map((change) => [change.key, change[which]]))
  return sql`case when ${differ} then ${object} else ${some} end`
}

/**
 * Columns of requested values that the caller may not change in a record; null if all may change in every
 * record.
 */
function deniedFields(scope: Scope, fields: readonly FieldModel[]): Sql | null {
  const parts = fields.flatMap((field) => {
    const access = scope.access.fields.get(field.columnName)
    const may = all([rowsToSql(access?.read ?? 'none', scope), rowsToSql(access?.update ?? 'none', scope)])
    if (may === always) return []
    const key = literal(field.columnName)
    return [sql`case when i.${own('v')} ? ${key} and not ${may} then ${key} end`]
  })
  return parts.length > 0 ? sql`array_remove(array[${join(parts)}]::text[], null)` : null
}

/**
 * Version conflicts: changes of the requested fields that are newer than an item's version, even if the
 * current value equals the requested one. (If two people add one to 5, the second must get a conflict
 * although 6 is already there.) `is_stale` is true if some newer changes are not visible yet.
 *
 * @param fields that each item has a value for; null if `@v` says which
 */
function newerChanges(schema: string, fields: readonly FieldModel[] | null): Sql {
  const isRequested = fields
    ? sql`k in (${join(fields.map(({ columnName }) => literal(columnName)))})`
    : sql`t.${own('v')} ? k`
  const events = sql`${ident(schema, 'log_event')} l
    where l.record_id = t.record_id and l.version > t.${own('ver')}`
  return sql`newer as materialized (
    select t.${own('n')}, t.${own('version')}, t.${own('old')}, c.fields, c.is_stale
    from t cross join lateral (
      select (select array_agg(distinct k) from (select l.after from ${events}) e, jsonb_object_keys(e.after) k
          where ${isRequested}) as fields,
        (select coalesce(max(l.version), 0) from ${events}) < t.${own('version')} as is_stale) c
    where t.${own('ver')} < t.${own('version')} and (c.fields is not null or c.is_stale))`
}

function problems(statement: UpdateStatement, hasReferences: boolean, hasDenials: boolean): Sql {
  const none = sql`null::json`
  const missing = statement.withDetail
    ? sql`case when not exists (select from found) then '[0]'::json end`
    : sql`(select json_agg(i.${own('n')}) from input i
        where not exists (select from found f where f.record_id = i.id))`
  const unknown = hasReferences
    ? sql`(select json_agg(json_build_array(u.${own('n')}, u.field, u.id)) from unknown u)`
    : none
  const denied = hasDenials
    ? sql`(select json_agg(json_build_object('n', t.${own('n')}, 'id', t.record_id, 'fields', t.${own('denied')}))
        from t where cardinality(t.${own('denied')}) > 0)`
    : none
  const conflicts = statement.hasVersions
    ? sql`(select json_agg(json_build_object('n', w.${own('n')}, 'fields', w.fields, 'version', w.${own('version')},
        'current', w.${own('old')})) from newer w where w.fields is not null)`
    : none
  const stale = [
    ...(statement.hasVersions ? [sql`exists (select from newer w where w.is_stale)`] : []),
    ...(statement.withDetail ? [sql`(exists (select from good) and not exists (select from cat))`] : []),
  ]
  const isStale = stale.length > 0 ? join(stale, ' or ') : sql`false`
  return sql`json_build_object('missing', ${statement.isStrict ? missing : none}, 'unknown', ${unknown},
    'denied', ${denied}, 'conflicts', ${conflicts}, 'isStale', ${isStale})`
}
