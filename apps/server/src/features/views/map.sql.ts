/** Selects the places of all matching records as one JSON text of columns. */

import { type MapBody, mostPoints } from '@muster/contract/views/views.schema'
import { all, type Selection, selectionFrom, tables } from '../../engine/public.sql.ts'
import { rawSql, type Sql, sql } from '../../platform/db.ts'
import { colorOf, columnFor, readableColumn, titleOf } from './columns.ts'

export type MapColumns = Pick<MapBody, 'location' | 'color' | 'name'>

/**
 * One column with the contract's MapResult.
 * @throws AppError validation_failed for columns that do not exist or have the wrong type
 */
export function mapSql(selection: Selection, columns: MapColumns, bounds: MapBody['bounds']): Sql {
  const { scope, where, order } = selection
  const address = readableColumn(columnFor(scope, 'location', columns.location), scope)
  const [lat, lng] = [sql`(${address} ->> 'lat')::float8`, sql`(${address} ->> 'lng')::float8`]
  const hasPlace = sql`(${address} ->> 'lat') is not null and (${address} ->> 'lng') is not null`
  const { color, join: items } = colorOf(scope, columns.color)
  const limit = rawSql(String(mostPoints))
  const colors = columns.color === undefined ? rawSql('null') : listOf('color')
  const unplaced = selectionFrom(scope, all([where, sql`(${hasPlace}) is not true`]), { ...order, keys: [] })
  return sql`select json_build_object('ids', ${listOf('id')}, 'names', ${listOf('name')}, 'lngs', ${listOf('lng')},
        'lats', ${listOf('lat')}, 'colors', ${colors},
        'withoutPlace', (select count(*) from ${unplaced.source} where ${unplaced.where}),
        'isMore', count(*) > ${limit})::text
    from (select ${rawSql(scope.alias)}.record_id as id, ${titleOf(scope, columns.name)} as name, ${lng} as lng,
        ${lat} as lat, ${color} as color, row_number() over (order by ${order.id}) as n
      from ${tables(scope)}${items}
      where ${all([where, hasPlace, ...(bounds ? [inBounds(lat, lng, bounds)] : [])])}
      order by ${order.id} limit ${limit} + 1) p`
}

function listOf(column: 'id' | 'name' | 'lng' | 'lat' | 'color'): Sql {
  return sql`coalesce(json_agg(p.${rawSql(column)} order by p.n) filter (where p.n <= ${rawSql(String(mostPoints))}), '[]')`
}

/**
 * West to east; a map panned around the world sends degrees beyond 180, one that shows all of it a span of
 * 360.
 */
function inBounds(lat: Sql, lng: Sql, [west, south, east, north]: NonNullable<MapBody['bounds']>): Sql {
  const rows = sql`${lat} between ${south}::float8 and ${north}::float8`
  if (east - west >= 360) return rows
  const [from, to] = [wrapped(west), wrapped(east)]
  if (from > to) return sql`${rows} and (${lng} >= ${from}::float8 or ${lng} <= ${to}::float8)`
  const within = sql`${lng} between ${from}::float8 and ${to}::float8`
  // The 180th meridian is both -180 and 180.
  if (from !== -180 && to !== 180) return sql`${rows} and ${within}`
  return sql`${rows} and (${within} or ${lng} = ${from === -180 ? 180 : -180}::float8)`
}

/** Wraps to -180..180; both ends are kept. */
export function wrapped(degrees: number): number {
  if (degrees >= -180 && degrees <= 180) return degrees
  return ((((degrees + 180) % 360) + 360) % 360) - 180
}
