/** Queries a page of the records that a card lists for one record, in one statement. */

import type { LinkedQuery } from '@muster/contract/cards/cards.schema'
import type { Sort } from '@muster/contract/filters/ast'
import {
  all,
  always,
  columnOf,
  isLinks,
  linkTable,
  type Position,
  pageSql,
  rowsToSql,
  type Selection,
  selectionOf,
  tableOf,
} from '../../engine/public.sql.ts'
import {
  type Caller,
  type FieldModel,
  homeContext,
  type Scope,
  scopeOf,
  type TeamModel,
  treeContext,
} from '../../engine/public.ts'
import { ident, rawSql, type Sql, sql } from '../../platform/db.ts'
import type { LinkSource } from './shown.ts'

/** Above this number of linked records, the count is not exact. */
const maxExactCount = 10_000

/** The default sort order: that of the links, or by name for reverse links. */
export function orderOfLinks({ field, isReverse }: LinkSource, requested: Sort): Sort {
  if (requested.length > 0) return requested
  return [{ field: isLinks(field) && !isReverse ? '@position' : '@name', direction: 'asc' }]
}

/**
 * @param recordId a number, or a parameter of a prepared statement
 * @throws AppError not_found when the caller may not read the listed records; filter_invalid
 */
export function linkedSelection(
  model: TeamModel,
  caller: Caller,
  source: LinkSource,
  recordId: unknown,
  { search, sort }: Pick<LinkedQuery, 'search' | 'sort'>,
): Selection {
  const { field, isReverse } = source
  const scope = scopeOf(treeContext({ model, caller }, source.listedId))
  const order = orderOfLinks(source, sort)
  const isByPosition = order[0]?.field === '@position'
  const base = selectionOf(scope, {
    filter: undefined,
    search,
    sort: isByPosition ? [] : order,
    deleted: false,
  })
  const id = ident(scope.alias, 'record_id')
  const own = sql`${recordId}::bigint`
  const isReadable = isReverse ? readableOn(scope, field) : readableOf(model, caller, field, own)
  if (isLinks(field)) {
    const [listedEnd, ownEnd] = isReverse ? ['from_id', 'to_id'] : ['to_id', 'from_id']
    const position = rawSql('l.position')
    return {
      ...base,
      isAlone: false,
      source: sql`${linkTable(field, scope.schema)} l join ${base.source} on ${id} = ${ident('l', listedEnd!)}`,
      where: all([sql`${ident('l', ownEnd!)} = ${own}`, isReadable, base.where]),
      order: isByPosition
        ? {
            ...base.order,
            keys: [
              {
                field: '@position',
                direction: 'asc',
                expression: position,
                isEmpty: sql`${position} is null`,
              },
            ],
          }
        : base.order,
    }
  }
  const isLinked = isReverse
    ? sql`${columnOf(field, scope)} = ${own}`
    : sql`${id} = (select ${columnOf(field, { ...scope, alias: 's' })}
        from ${ident(scope.schema, model.collections.get(field.dataCollectionId)!.tableName)} s
        where s.record_id = ${own})`
  return { ...base, isAlone: false, where: all([isLinked, isReadable, base.where]) }
}

/** Whether the caller may read the link on each listed record. */
function readableOn(scope: Scope, field: FieldModel): Sql {
  const access = scope.access.fields.get(field.columnName)
  return rowsToSql(access?.read ?? 'none', scope)
}

/** Whether the caller may read the link on the record whose page it is. */
function readableOf(model: TeamModel, caller: Caller, field: FieldModel, recordId: Sql): Sql {
  const tree = homeContext({ model, caller }, field.dataCollectionId)
  const scope: Scope = { ...scopeOf(tree), alias: 's', recordAlias: 'sr' }
  const readable = rowsToSql(tree.access.fields.get(field.columnName)?.read ?? 'none', scope)
  if (readable === always) return always
  return sql`exists (select from ${tableOf(scope)} s
    join ${ident(scope.schema, 'data_record')} sr on sr.id = s.record_id
    where s.record_id = ${recordId} and ${readable})`
}

/** One row: items and linked names as JSON, the position of a full page's last item, the count. */
export function linkedPageSql(
  selection: Selection,
  page: { fields: readonly string[]; limit: number },
  after: Position | null,
): Sql {
  const { source, where } = selection
  const limit = rawSql(String(maxExactCount + 1))
  const total = sql`(select count(*) from (select from ${source} where ${where} limit ${limit}) c)`
  return sql`select p.*, ${total} as total from (${pageSql(selection, page, after)}) p (items, linked, last)`
}

/** The contract's QueryResult as JSON text, from a row of `linkedPageSql`. */
export function linkedResult(
  [items, linked, last, total]: readonly (string | null)[],
  encode: (last: string) => string,
): string {
  const isExact = Number(total) <= maxExactCount
  const cursor = last ? `"${encode(last)}"` : 'null'
  return (
    `{"items":${items},"linked":${linked},"total":${isExact ? Number(total) : maxExactCount},` +
    `"totalIsExact":${isExact},"nextCursor":${cursor}}`
  )
}
