/** Links of public records: the record's own URL, else the view's (spec section 3, item URL). */

import type { DataRecord } from '@muster/contract/records/records.schema'
import { fieldOfKey } from '../../../engine/public.design.ts'
import { homeTable } from '../../../engine/public.sql.ts'
import type { FieldModel } from '../../../engine/public.ts'
import { type Executor, ident, rows, sql } from '../../../platform/db.ts'
import type { PublicViewModel } from './public-view.ts'

/** The field with the records' own URLs; null if the view has none. */
export function ownUrlField({ model, view }: PublicViewModel): FieldModel | null {
  return fieldOfKey(model, view, 'itemUrlOverrideDataFieldId')
}

/** The view's URL for a record; null if records link to their details on the app's public page. */
export function viewUrlOf({ view }: PublicViewModel, id: number): string | null {
  return view.itemUrl.replaceAll('{id}', String(id)) || null
}

export function urlOf(
  publicView: PublicViewModel,
  { id, values }: Pick<DataRecord, 'id' | 'values'>,
): string | null {
  const own = values[ownUrlField(publicView)?.columnName ?? '']
  return typeof own === 'string' && own !== '' ? own : viewUrlOf(publicView, id)
}

/** Own URLs by record id, for responses without values. */
export async function ownUrls(
  executor: Executor,
  publicView: PublicViewModel,
  ids: readonly number[],
): Promise<Record<string, string>> {
  const field = ownUrlField(publicView)
  if (!field || ids.length === 0) return {}
  const column = ident(field.columnName)
  const found = await rows<{ id: number; url: string }>(
    executor,
    sql`select record_id as id, ${column} as url from ${homeTable(publicView.model, field)}
        where record_id = any(${[...new Set(ids)]}::bigint[]) and ${column} <> ''`,
  )
  return Object.fromEntries(found.map(({ id, url }) => [id, url]))
}

/** Adds `urls` to the JSON text of a response if the view's records have their own URLs. */
export async function withOwnUrls<Answer>(
  executor: Executor,
  publicView: PublicViewModel,
  text: string,
  idsOf: (answer: Answer) => readonly number[],
): Promise<string> {
  if (!ownUrlField(publicView)) return text
  const urls = await ownUrls(executor, publicView, idsOf(JSON.parse(text) as Answer))
  return `${text.slice(0, -1)},"urls":${JSON.stringify(urls)}}`
}
