/** Recipients as a reader may see them: names and addresses only of records, and from fields, that they may read. */

import { AppError } from '@muster/contract/errors'
import type { Audience } from '@muster/contract/messages/audience'
import type { DeliveryMethod } from '@muster/contract/messages/message-permissions'
import { all, any, nameSql, rowsToSql, tables } from '../../engine/public.sql.ts'
import { type Caller, homeContext, type Scope, scopeOf, type TeamModel } from '../../engine/public.ts'
import { type Executor, ident, join, rows, type Sql, sql } from '../../platform/db.ts'
import { addressFieldsOf } from './audience/sources.ts'

export interface SeenPerson {
  name: string
  /** Whether the reader may see the address that was taken from the record. */
  hasAddress: boolean
}

interface PeopleOf {
  model: TeamModel
  caller: Caller
  method: DeliveryMethod
  audience: Pick<Audience, 'addressFieldIds'>
}

function scopeFor({ model, caller }: PeopleOf, homeId: number): Scope | null {
  try {
    return scopeOf(homeContext({ model, caller }, homeId))
  } catch (error) {
    if (error instanceof AppError) return null
    throw error
  }
}

/** Whether the reader may see a record's address, from whichever field its message has taken it. */
function addressRows(of: PeopleOf, scope: Scope): Sql {
  const fields = addressFieldsOf(scope, of.method, of.audience)
  if (fields.length === 0) return rowsToSql('none', scope)
  return all(
    fields.map(({ columnName }) => rowsToSql(scope.access.fields.get(columnName)?.read ?? 'none', scope)),
  )
}

/** The records among these that the reader may see, in any state. */
export async function seenPeople(
  executor: Executor,
  of: PeopleOf,
  records: readonly { recordId: number | null; homeId: number | null }[],
): Promise<Map<number, SeenPerson>> {
  const seen = new Map<number, SeenPerson>()
  for (const homeId of new Set(records.map((record) => record.homeId))) {
    const scope = homeId === null ? null : scopeFor(of, homeId)
    if (!scope) continue
    const ids = records.flatMap(({ recordId, homeId: own }) =>
      own === homeId && recordId !== null ? [recordId] : [],
    )
    const id = ident(scope.alias, 'record_id')
    const found = await rows<{ id: number } & SeenPerson>(
      executor,
      sql`select ${id} as id, ${nameSql(scope)} as name, ${addressRows(of, scope)} as "hasAddress" from ${tables(scope)}
          where ${id} = any(${ids}::bigint[]) and ${rowsToSql(scope.access.visible, scope)}`,
    )
    for (const { id: recordId, name, hasAddress } of found) seen.set(recordId, { name, hasAddress })
  }
  return seen
}

/**
 * Condition on a row with `record_id`, `data_collection_id` and `address` under an alias: its name or address, as far as the
 * reader may see them, contains the text. Addresses without a record are visible.
 */
export function searchSql(of: PeopleOf, alias: 'm' | 'l', search: string | undefined): Sql {
  if (!search) return sql`true`
  const pattern = `%${search.replace(/[\\%_]/g, '\\$&')}%`
  const row = (column: string) => ident(alias, column)
  const homes = [...of.model.collections.values()].filter(
    ({ parentId, deletedAt }) => parentId === null && !deletedAt,
  )
  return any([
    sql`(${row('record_id')} is null and ${row('address')} ilike ${pattern})`,
    ...homes.flatMap(({ id }) => {
      const scope = scopeFor(of, id)
      if (!scope) return []
      const found = sql`(${nameSql(scope)} ilike ${pattern}
        or (${addressRows(of, scope)} and ${row('address')} ilike ${pattern}))`
      return [
        sql`(${row('data_collection_id')} = ${id} and exists (select from ${tables(scope)}
          where ${all([sql`${ident(scope.alias, 'record_id')} = ${row('record_id')}`, rowsToSql(scope.access.visible, scope), found])}))`,
      ]
    }),
  ])
}

/** Those of the columns that the reader may read of a record. */
export async function readableColumns(
  executor: Executor,
  of: PeopleOf,
  { recordId, homeId }: { recordId: number; homeId: number },
  columns: readonly string[],
): Promise<string[]> {
  const scope = scopeFor(of, homeId)
  const fields = scope
    ? [...scope.access.fields.values()].filter(({ field }) => columns.includes(field.columnName))
    : []
  if (!scope || fields.length === 0) return []
  const names = fields.map(
    ({ field, read }) => sql`case when ${rowsToSql(read, scope)} then ${field.columnName}::text end`,
  )
  const found = await rows<{ columns: string[] }>(
    executor,
    sql`select array_remove(array[${join(names)}], null) as columns from ${tables(scope)}
        where ${ident(scope.alias, 'record_id')} = ${recordId}`,
  )
  return found[0]?.columns ?? []
}
