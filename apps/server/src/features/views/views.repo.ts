/** SQL that changes views; they are read with the team's model. */

import type { CalendarDateInfo } from '@muster/contract/views/types/calendar'
import type { DisplayedField, FilterField } from '@muster/contract/views/views.schema'
import { viewColumns } from '../../engine/public.design.ts'
import { ident, join, one, run, type Sql, sql, type Transaction } from '../../platform/db.ts'

type ViewRow = Partial<Record<keyof typeof viewColumns, unknown>>

export async function insertView(
  client: Transaction,
  teamId: number,
  dataCollectionId: number,
  view: ViewRow,
): Promise<number> {
  const entries = columnsOf(view)
  const row = await one<{ id: number }>(
    client,
    sql`insert into muster.data_view (team_id, data_collection_id, rank, ${join(entries.map(([name]) => ident(name)))})
        values (${teamId}, ${dataCollectionId},
          (select coalesce(max(rank), 0) + 1 from muster.data_view where data_collection_id = ${dataCollectionId}),
          ${join(entries.map(([, value]) => sql`${value}`))})
        returning id`,
  )
  return row!.id
}

export async function updateViewRow(client: Transaction, id: number, view: ViewRow): Promise<void> {
  const assignments = columnsOf(view).map(([name, value]) => sql`${ident(name)} = ${value}`)
  await run(
    client,
    sql`update muster.data_view set ${join([...assignments, sql`updated_at = now()`])} where id = ${id}`,
  )
}

const jsonKeys: ReadonlySet<string> = new Set([
  'filter',
  'sort',
  'displayOptions',
  'missingRecordMessageTranslations',
  'noEventsMessageTranslations',
  'form',
])

function columnsOf(view: ViewRow): [column: string, value: unknown][] {
  return Object.entries(viewColumns).flatMap(([key, column]): [string, unknown][] => {
    const value = view[key as keyof ViewRow]
    if (value === undefined) return []
    return [[column, jsonKeys.has(key) && value !== null ? JSON.stringify(value) : value]]
  })
}

export async function deleteView(client: Transaction, id: number): Promise<void> {
  await run(client, sql`delete from muster.data_view where id = ${id}`)
}

/** Creates a function that replaces the entries of a view; `columns` are expressions on an entry, `e`. */
function setterOf<Entry>(table: string, columns: Readonly<Record<string, Sql>>) {
  const names = join(Object.keys(columns).map((name) => ident(name)))
  const values = join(Object.values(columns))
  return async (client: Transaction, viewId: number, entries: readonly Entry[]): Promise<void> => {
    await run(client, sql`delete from muster.${ident(table)} where data_view_id = ${viewId}`)
    await run(
      client,
      sql`insert into muster.${ident(table)} (data_view_id, rank, ${names})
          select ${viewId}, n, ${values}
          from jsonb_array_elements(${JSON.stringify(entries)}::jsonb) with ordinality l (e, n)`,
    )
  }
}

export const setDisplayedFields = setterOf<DisplayedField>('displayed_field', {
  data_field_id: sql`(e->>'dataFieldId')::bigint`,
  show_title: sql`(e->>'showTitle')::boolean`,
  field_grouping_key: sql`e->>'fieldGroupingKey'`,
  auto_start_video_playback: sql`(e->>'autoStartVideoPlayback')::boolean`,
  date_time_display_format: sql`e->>'dateTimeDisplayFormat'`,
  multi_field_view: sql`e->>'multiFieldView'`,
  auto_update_data: sql`(e->>'autoUpdateData')::boolean`,
  include_empty_fields: sql`(e->>'includeEmptyFields')::boolean`,
  display_width: sql`e->>'displayWidth'`,
  is_required: sql`(e->>'isRequired')::boolean`,
})

export const setFilterFields = setterOf<FilterField>('filter_field', {
  data_field_id: sql`(e->>'dataFieldId')::bigint`,
  display_in_ui: sql`(e->>'displayInUi')::boolean`,
  filter_label: sql`e->>'filterLabel'`,
  filter_label_translations: sql`e->'filterLabelTranslations'`,
  select_all_text: sql`e->>'selectAllText'`,
  select_all_text_translations: sql`e->'selectAllTextTranslations'`,
})

export const setDateInfo = setterOf<CalendarDateInfo>('calendar_date_info', {
  data_collection_id: sql`(e->>'dataCollectionId')::bigint`,
  date_field_id: sql`(e->>'dateDataFieldId')::bigint`,
  image_field_id: sql`(e->>'imageDataFieldId')::bigint`,
  auto_update: sql`(e->>'autoUpdate')::boolean`,
})

/** Assigns ranks 1, 2, 3 … in the given order. */
export async function setViewRanks(client: Transaction, viewIds: readonly number[]): Promise<void> {
  await run(
    client,
    sql`update muster.data_view w set rank = e.n
        from unnest(${viewIds}::bigint[]) with ordinality e (id, n) where w.id = e.id`,
  )
}
