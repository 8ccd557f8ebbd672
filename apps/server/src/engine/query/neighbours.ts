/** The previous and the next record in a list, found by keyset queries from the record's position. */
import type { Neighbours } from '@muster/contract/records/records.schema'
import { type Executor, ident, join, one, rawSql, rows, type Sql, sql } from '../../platform/db.ts'
import { all } from './filter-to-sql.ts'
import { pageRows, type Selection } from './page.ts'
import type { Position, SortKey } from './sort.ts'

export async function neighboursOf(
  executor: Executor,
  selection: Selection,
  recordId: number,
): Promise<Neighbours> {
  const position = await positionOf(executor, selection, recordId)
  if (!position) return { previous: null, next: null }
  const [previous, [next]] = await Promise.all([
    firstOf(executor, before(selection, position)),
    rows<{ record_id: number }>(executor, pageRows(selection, position, 1)),
  ])
  return { previous, next: next?.record_id ?? null }
}

/** Null when the record is not in the list. */
async function positionOf(
  executor: Executor,
  { source, where, order }: Selection,
  recordId: number,
): Promise<Position | null> {
  const keys = order.keys.map(({ expression }) => sql`(${expression})::text`)
  const found = await one<{ keys: (string | null)[] }>(
    executor,
    sql`select array[${join([...keys, sql`null`])}]::text[] as keys
        from ${source} where ${all([where, sql`${order.id} = ${recordId}::bigint`])}`,
  )
  return found ? { id: recordId, keys: found.keys.slice(0, -1) } : null
}

/**
 * Queries for the ranges before a position, nearest first; each is run only if the ones before it were empty.
 */
function before({ scope, source, where, order }: Selection, { id, keys }: Position): Sql[] {
  const own = ident(scope.alias, 'record_id')
  const isUp = order.idDirection === 'asc'
  const idBefore = sql`${own} ${rawSql(isUp ? '<' : '>')} ${id}::bigint`
  const byId = sql`${own} ${rawSql(isUp ? 'desc' : 'asc')}`
  const nearest = (condition: Sql, by: readonly Sql[]): Sql =>
    sql`select ${own} as record_id from ${source} where ${all([where, condition])} order by ${join(by)} limit 1`
  // Equal in the first keys and less in the next; the range with the most equal keys is the nearest.
  const places = [nearest(all([...order.keys.map(same(keys)), idBefore]), [byId])]
  for (let at = order.keys.length - 1; at >= 0; at--) {
    const key = order.keys[at]!
    const value = keys[at]
    const isSame = order.keys.slice(0, at).map(same(keys))
    const rest = [...order.keys.slice(at).map(backwards), byId]
    // Empty values sort last, so all others are before them.
    const isLess =
      value === null
        ? sql`not ${key.isEmpty}`
        : sql`${key.expression} ${rawSql(key.direction === 'asc' ? '<' : '>')} ${value}`
    places.push(nearest(all([...isSame, isLess]), rest))
  }
  return places
}

const same =
  (values: Position['keys']) =>
  (key: SortKey, at: number): Sql =>
    values[at] === null ? key.isEmpty : sql`${key.expression} = ${values[at]}`

function backwards({ expression, direction }: SortKey): Sql {
  return direction === 'asc' ? sql`${expression} desc nulls first` : sql`${expression} asc nulls first`
}

async function firstOf(executor: Executor, places: readonly Sql[]): Promise<number | null> {
  for (const place of places) {
    const found = await one<{ record_id: number }>(executor, place)
    if (found) return found.record_id
  }
  return null
}
