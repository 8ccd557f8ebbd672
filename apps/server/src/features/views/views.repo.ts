/** SQL of views. What is there is read with the team's model. */
import type { CalendarDateInfo, DisplayedField, FilterField } from '@muster/contract/views/views.schema'
import { ident, join, one, run, sql, type Transaction } from '../../platform/db.ts'
import type { ViewModel } from '../../platform/model/model.ts'
import { viewColumns } from '../../platform/model/views.sql.ts'

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

/** The view shows these fields, in this order, and no others. */
export async function setDisplayedFields(
  client: Transaction,
  viewId: number,
  fields: readonly DisplayedField[],
): Promise<void> {
  await run(client, sql`delete from muster.displayed_field where data_view_id = ${viewId}`)
  await run(
    client,
    sql`insert into muster.displayed_field (data_view_id, rank, data_field_id, show_title, field_grouping_key,
          auto_start_video_playback, date_time_display_format, multi_field_view, auto_update_data,
          include_empty_fields, display_width)
        select ${viewId}, n, (f->>'dataFieldId')::bigint, (f->>'showTitle')::boolean, f->>'fieldGroupingKey',
          (f->>'autoStartVideoPlayback')::boolean, f->>'dateTimeDisplayFormat', f->>'multiFieldView',
          (f->>'autoUpdateData')::boolean, (f->>'includeEmptyFields')::boolean, f->>'displayWidth'
        from jsonb_array_elements(${JSON.stringify(fields)}::jsonb) with ordinality e (f, n)`,
  )
}

/** Its readers filter by these fields, in this order, and no others. */
export async function setFilterFields(
  client: Transaction,
  viewId: number,
  fields: readonly FilterField[],
): Promise<void> {
  await run(client, sql`delete from muster.filter_field where data_view_id = ${viewId}`)
  await run(
    client,
    sql`insert into muster.filter_field (data_view_id, rank, data_field_id, display_in_ui, filter_label,
          filter_label_translations, select_all_text, select_all_text_translations)
        select ${viewId}, n, (f->>'dataFieldId')::bigint, (f->>'displayInUi')::boolean, f->>'filterLabel',
          f->'filterLabelTranslations', f->>'selectAllText', f->'selectAllTextTranslations'
        from jsonb_array_elements(${JSON.stringify(fields)}::jsonb) with ordinality e (f, n)`,
  )
}

export async function setDateInfo(
  client: Transaction,
  viewId: number,
  infos: readonly CalendarDateInfo[],
): Promise<void> {
  await run(client, sql`delete from muster.calendar_date_info where data_view_id = ${viewId}`)
  await run(
    client,
    sql`insert into muster.calendar_date_info (data_view_id, rank, data_collection_id, date_field_id,
          image_field_id, auto_update)
        select ${viewId}, n, (i->>'dataCollectionId')::bigint, (i->>'dateDataFieldId')::bigint,
          (i->>'imageDataFieldId')::bigint, (i->>'autoUpdate')::boolean
        from jsonb_array_elements(${JSON.stringify(infos)}::jsonb) with ordinality e (i, n)`,
  )
}

/** Ranks 1, 2, 3 … in the order given. */
export async function setViewRanks(client: Transaction, views: readonly ViewModel[]): Promise<void> {
  await run(
    client,
    sql`update muster.data_view w set rank = e.n
        from unnest(${views.map(({ id }) => id)}::bigint[]) with ordinality e (id, n) where w.id = e.id`,
  )
}
