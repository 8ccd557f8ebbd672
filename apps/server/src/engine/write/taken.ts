/**
 * Finds the values of a request that caused a unique violation, because PostgreSQL reports only the index.
 */
import { ident, join, rows, sql, type Transaction } from '../../platform/db.ts'
import { uniqueKeys } from '../indexes/unique.ts'
import type { FieldModel, TeamModel } from '../model/model.ts'
import { columnsFrom, own, valueIn } from './columns.sql.ts'

export interface Candidate {
  /** Position in the request. */
  n: number
  /** The record that gets the value; null for a new one. */
  id: number | null
  v: Record<string, unknown>
}

/** Positions of values that another record outside the trash or an earlier item of the request has. */
export async function takenValues(
  client: Transaction,
  model: TeamModel,
  field: FieldModel,
  candidates: readonly Candidate[],
): Promise<number[]> {
  const column = field.columnName
  const given = candidates
    .filter(({ v }) => (v[column] ?? null) !== null)
    .map(({ n, id, v }) => ({ n, id, v: { [column]: v[column] } }))
  const table = ident(model.schema, model.collections.get(field.dataCollectionId)!.tableName)
  const keysOf = (alias: string) => uniqueKeys(field, { schema: model.schema, alias })
  const theirs = keysOf('t')
  const isSame = join(
    keysOf('x').map((key, index) => sql`${key} = ${theirs[index]}`),
    ' and ',
  )
  const found = await rows<{ n: number }>(
    client,
    sql`with x as materialized (
          select (e.item ->> 'n')::int as ${own('n')}, (e.item ->> 'id')::bigint as ${own('id')},
            ${join(columnsFrom(model.schema, field, valueIn(sql`(e.item -> 'v')`, field)))}
          from jsonb_array_elements(${JSON.stringify(given)}::jsonb) e (item)),
        ranked as (
          select x.*, row_number() over (partition by ${join([...keysOf('x')])} order by x.${own('n')}) as ${own('rank')}
          from x)
        select x.${own('n')} as n from ranked x
        where x.${own('rank')} > 1 or exists (
          select from ${table} t
          where t.deleted_at is null and ${isSame} and t.record_id is distinct from x.${own('id')})`,
  )
  return found.map(({ n }) => n)
}
