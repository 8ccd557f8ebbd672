/** Where records lead outside the app: to their own address, else to the view's (spec section 3, item URL). */

import type { DataRecord } from '@muster/contract/records/records.schema'
import { fieldOfKey } from '../../../engine/public.design.ts'
import { homeTable } from '../../../engine/public.sql.ts'
import type { FieldModel } from '../../../engine/public.ts'
import { type Executor, ident, rows, sql } from '../../../platform/db.ts'
import type { Outside } from './definition.ts'

/** The field with the records' own addresses; null where the view has none. */
export function ownUrlField({ model, view }: Outside): FieldModel | null {
  return fieldOfKey(model, view, 'itemUrlOverrideDataFieldId')
}

/** The view's address for a record; null where it leads to its details in the app's own public page. */
export function viewUrlOf({ view }: Outside, id: number): string | null {
  return view.itemUrl.replaceAll('{id}', String(id)) || null
}

/** Of a record with its values. */
export function urlOf(outside: Outside, { id, values }: Pick<DataRecord, 'id' | 'values'>): string | null {
  const own = values[ownUrlField(outside)?.columnName ?? '']
  return typeof own === 'string' && own !== '' ? own : viewUrlOf(outside, id)
}

/** Own addresses by record, of those that have one: for answers that are without values. */
export async function ownUrls(
  executor: Executor,
  outside: Outside,
  ids: readonly number[],
): Promise<Record<string, string>> {
  const field = ownUrlField(outside)
  if (!field || ids.length === 0) return {}
  const column = ident(field.columnName)
  const found = await rows<{ id: number; url: string }>(
    executor,
    sql`select record_id as id, ${column} as url from ${homeTable(outside.model, field)}
        where record_id = any(${[...new Set(ids)]}::bigint[]) and ${column} <> ''`,
  )
  return Object.fromEntries(found.map(({ id, url }) => [id, url]))
}

/** Puts `urls` into the JSON text of an answer, where the view's records have addresses of their own. */
export async function withOwnUrls<Answer>(
  executor: Executor,
  outside: Outside,
  text: string,
  idsOf: (answer: Answer) => readonly number[],
): Promise<string> {
  if (!ownUrlField(outside)) return text
  const urls = await ownUrls(executor, outside, idsOf(JSON.parse(text) as Answer))
  return `${text.slice(0, -1)},"urls":${JSON.stringify(urls)}}`
}
