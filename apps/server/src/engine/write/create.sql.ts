/**
 * Creates records in one statement: catalogue, table row, links, memberships, search document, operation and
 * log.
 */

import { empty, ident, join, rawSql, type Sql, sql } from '../../platform/db.ts'
import type { Scope } from '../access/scope.ts'
import { isLinks } from '../model/columns.ts'
import { detailOver } from '../query/detail.ts'
import { tableOf } from '../query/filter-to-sql.ts'
import { linkTable } from '../storage/storage.ts'
import {
  columnsFrom,
  elements,
  holdsFiles,
  idsIn,
  insertFileUses,
  linkRows,
  own,
  refersToRecords,
  unknownReferences,
  valueIn,
  writtenColumns,
} from './columns.sql.ts'
import { type Author, apartParts, authorColumns, type By, eventsPart } from './mutate.sql.ts'
import { avatarOf, nameOf, searchDocumentOf, type ValuePlace } from './texts.sql.ts'

/**
 * A new record as the statement's input: `v` are validated values by column name, `m` plain collections. Those that are
 * created apart have authors of their own.
 */
export interface NewRecord extends Author {
  v: Record<string, unknown>
  m?: readonly number[]
}

/** What determines the statement's text. */
export interface CreateShape {
  /** Columns that some item has a value for. */
  given: ReadonlySet<string>
  isOne: boolean
  hasMembers: boolean
  /** The records belong to an existing operation; otherwise the statement inserts one. */
  hasOperation: boolean
  /** Also returns the record as the caller sees it; only for one record without links and memberships. */
  withDetail: boolean
  /**
   * Each record has an author and a new operation of its own, and there is a row for each: place among the items, from 1,
   * id of the operation, id of the record, detail. There is none for those with invalid references, which are not written.
   */
  isApart?: boolean
}

/** The statement's parameters. */
export interface CreateParameters extends By {
  /** JSON of one NewRecord, or of a list of them. */
  items: unknown
  count: unknown
  /** The operation's id, or the kind of a new one. */
  operation: unknown
}

/**
 * Columns of the only row: id of the operation, invalid references `[[n, field, id]]` or null, ids of the
 * records in the order of the input, detail. With invalid references nothing was written.
 */
export function createSql(scope: Scope, shape: CreateShape, parameters: CreateParameters): Sql {
  const { schema } = scope
  const { fields } = scope.access.home
  const { given } = shape
  const isGiven = ({ columnName }: { columnName: string }) => given.has(columnName)
  const references = fields.filter((field) => refersToRecords(field) && isGiven(field))
  const links = fields.filter((field) => isLinks(field) && isGiven(field))
  const files = fields.filter((field) => holdsFiles(field) && isGiven(field))
  const ofItem = shape.isApart ? sql`where unknown.${own('n')} = t.${own('n')}` : empty
  const isGood = references.length > 0 ? sql`where not exists (select from unknown ${ofItem})` : empty
  const v = sql`t.${own('v')}`

  const columns = fields.flatMap((field) => columnsFrom(schema, field, valueIn(sql`i.${own('v')}`, field)))
  const written = fields.flatMap(writtenColumns)
  const place: ValuePlace = {
    model: scope.model,
    schema,
    alias: 't',
    linkIds: (field) => (isGiven(field) ? idsIn(valueIn(v, field)) : sql`null::bigint[]`),
  }
  const nameField = fields.find(({ id }) => id === scope.access.home.nameFieldId)
  const avatarField = fields.find(({ id }) => id === scope.access.home.avatarFieldId)
  const by = shape.isApart ? sql`t."@by"` : sql`${parameters.teamUserId}::bigint`
  const author = (columns: Sql) => (shape.isApart ? sql`, ${columns}` : empty)
  // The planner assumes a hundred elements in a list, so a single record is not passed as a list.
  const source = shape.isOne
    ? sql`(select ${parameters.items}::jsonb, 1) e (item, n)`
    : sql`jsonb_array_elements(${parameters.items}::jsonb) with ordinality e (item, n)`

  const parts: Sql[] = [
    sql`input as materialized (
      select nextval(${rawSql(`'"${schema}".record_id'`)}) as record_id, e.n::int as ${own('n')},
        e.item -> 'v' as ${own('v')}, e.item -> 'm' as ${own('m')} ${author(authorColumns(sql`e.item`))}
      from ${source})`,
    sql`t as materialized (
      select i.record_id, null::timestamptz as deleted_at, i.${own('n')}, i.${own('v')}, i.${own('m')}
        ${author(sql`i."@by", i."@actor"`)} ${columns.length > 0 ? sql`, ${join(columns)}` : empty} from input i)`,
  ]
  if (references.length > 0) {
    parts.push(sql`unknown as materialized (${unknownReferences(scope, references, sql`t`)})`)
  }
  const created = { type: 'created', isFirst: true } as const
  parts.push(
    ...(shape.isApart
      ? apartParts(schema, parameters.operation, sql`(select * from t ${isGood})`, created)
      : [
          shape.hasOperation
            ? sql`op as (select ${parameters.operation}::bigint as id ${isGood})`
            : sql`op as (
                insert into ${ident(schema, 'operation')} (kind, team_user_id, actor, record_count)
                select ${parameters.operation}::text, ${by}, ${parameters.actor}::jsonb,
                  ${parameters.count}::bigint ${isGood} returning id)`,
          eventsPart(schema, { from: sql`t`, ...created }),
        ]),
    sql`r as (
      insert into ${ident(schema, 'data_record')} (id, data_collection_id, name, avatar, created_by, updated_by, search)
      select t.record_id, ${rawSql(String(scope.access.home.id))}, ${nameOf(nameField, place)},
        ${avatarOf(avatarField, place)}, ${by}, ${by}, ${searchDocumentOf(fields, place)}
      from t ${isGood}
      returning id, data_collection_id, name, avatar, version, created_at, created_by, updated_at, updated_by,
        deleted_at)`,
    sql`typed as (
      insert into ${tableOf(scope)} (${join(['record_id', ...written].map((name) => ident(name)))})
      select ${join(['record_id', ...written].map((name) => ident('t', name)))} from t ${isGood})`,
  )
  for (const field of links) {
    parts.push(sql`${ident(`links_${field.id}`)} as (
      insert into ${linkTable(field, schema)} (from_id, to_id, position)
      select * from (${linkRows(field, sql`t`)}) l ${isGood})`)
  }
  if (files.length > 0) {
    parts.push(sql`uses as (${insertFileUses(schema, files, sql`(select * from t ${isGood})`)})`)
  }
  if (shape.hasMembers) {
    parts.push(sql`members as (
      insert into ${ident(schema, 'membership')} (data_collection_id, record_id)
      select * from (select e.id::bigint, t.record_id from t cross join lateral
        ${elements(sql`coalesce(t.${own('m')}, 'null'::jsonb)`)} e (id, n)) m ${isGood})`)
  }
  if (shape.isApart) {
    const self = sql`(select * from t s where s.record_id = t.record_id)`
    const before = sql`t.${own('n')}, t.${own('operation')}, t.record_id, `
    const source = sql`made t join r on r.id = t.record_id`
    return sql`with ${join(parts)} ${detailOver(scope, source, self, before)}`
  }
  const unknown =
    references.length > 0
      ? sql`(select json_agg(json_build_array(u.${own('n')}, u.field, u.id)) from unknown u)`
      : sql`null`
  const detail = shape.withDetail
    ? sql`(${detailOver(scope, sql`t join r on r.id = t.record_id`, sql`t`)})`
    : sql`null`
  return sql`with ${join(parts)}
    select (select id from op), ${unknown},
      (select json_agg(t.record_id order by t.${own('n')}) from t ${isGood}), ${detail}`
}
