/** The records that a card lists for one record, as a page in one statement. */

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

/** More linked records than these are not counted one by one. */
const mostCounted = 10_000

/** Where no order is asked for: as the links are ordered; what links here, by name. */
export function orderOfLinks({ field, isReverse }: LinkSource, asked: Sort): Sort {
  if (asked.length > 0) return asked
  return [{ field: isLinks(field) && !isReverse ? '@position' : '@name', direction: 'asc' }]
}

/**
 * @param recordId a number, or a slot of a prepared statement
 * @throws AppError not_found when the caller may read nothing of the records listed; filter_invalid
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

/** Of the records listed: whether the caller may read the link on each. */
function readableOn(scope: Scope, field: FieldModel): Sql {
  const access = scope.access.fields.get(field.columnName)
  return rowsToSql(access?.read ?? 'none', scope)
}

/** Of the record whose page it is: whether he may read the link there. */
function readableOf(model: TeamModel, caller: Caller, field: FieldModel, recordId: Sql): Sql {
  const tree = homeContext({ model, caller }, field.dataCollectionId)
  const scope: Scope = { ...scopeOf(tree), alias: 's', recordAlias: 'sr' }
  const readable = rowsToSql(tree.access.fields.get(field.columnName)?.read ?? 'none', scope)
  if (readable === always) return always
  return sql`exists (select from ${tableOf(scope)} s
    join ${ident(scope.schema, 'data_record')} sr on sr.id = s.record_id
    where s.record_id = ${recordId} and ${readable})`
}

/** One row of four: items and linked names as JSON, the position of the last item of a full page, the count. */
export function linkedPageSql(
  selection: Selection,
  asked: { fields: readonly string[]; limit: number },
  after: Position | null,
): Sql {
  const { source, where } = selection
  const counted = sql`(select count(*) from (select from ${source} where ${where} limit ${rawSql(String(mostCounted + 1))}) c)`
  return sql`select p.*, ${counted} as total from (${pageSql(selection, asked, after)}) p (items, linked, last)`
}

/** The contract's QueryResult as JSON text, from such a row. */
export function linkedResult(
  [items, linked, last, total]: readonly (string | null)[],
  encode: (last: string) => string,
): string {
  const isExact = Number(total) <= mostCounted
  const cursor = last ? `"${encode(last)}"` : 'null'
  return (
    `{"items":${items},"linked":${linked},"total":${isExact ? Number(total) : mostCounted},` +
    `"totalIsExact":${isExact},"nextCursor":${cursor}}`
  )
}
