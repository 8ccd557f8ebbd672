/** Reads a team's views for its model; maps the contract's keys to columns. */
import { ident, join, literal, sql } from '../../platform/db.ts'

/** Columns of `muster.data_view` that a change may set, by the contract's key. */
export const viewColumns = {
  type: 'type',
  internalName: 'internal_name',
  internalDescription: 'internal_description',
  sharing: 'sharing',
  filter: 'filter',
  sort: 'sort',
  displayOptions: 'display_options',
  recordNameDataFieldId: 'record_name_field_id',
  autoUpdate: 'auto_update',
  internalCss: 'internal_css',
  externalCss: 'external_css',
  scopedInternalCss: 'scoped_internal_css',
  scopedExternalCss: 'scoped_external_css',
  isVisibleExternally: 'is_visible_externally',
  itemUrl: 'item_url',
  itemUrlOverrideDataFieldId: 'item_url_override_field_id',
  openItemUrlInNewWindow: 'open_item_url_in_new_window',
  urlDataFieldId: 'url_field_id',
  missingRecordRedirectUrl: 'missing_record_redirect_url',
  missingRecordMessage: 'missing_record_message',
  missingRecordMessageTranslations: 'missing_record_message_translations',
  eventStartDataFieldId: 'event_start_field_id',
  eventEndDataFieldId: 'event_end_field_id',
  allDayDataFieldId: 'all_day_field_id',
  onlyShowOnStartDateDataFieldId: 'only_show_on_start_date_field_id',
  includeDatesWithNoEvents: 'include_dates_with_no_events',
  noEventsMessage: 'no_events_message',
  noEventsMessageTranslations: 'no_events_message_translations',
  mapLocationDataFieldId: 'map_location_field_id',
  form: 'form',
  ownedBy: 'owned_by',
} as const

const fixedColumns = {
  id: 'id',
  dataCollectionId: 'data_collection_id',
  rank: 'rank',
  publicKey: 'public_key',
  updatedAt: 'updated_at',
}

const plainKeys = Object.entries({ ...fixedColumns, ...viewColumns }).map(
  ([key, column]) => sql`${literal(key)}, ${ident('w', column)}`,
)

/** JSON list of the views of the team under the alias `t`. */
export const viewsOfTeam = sql`select coalesce(json_agg(json_build_object(${join(plainKeys)},
      'displayedFields', (select coalesce(json_agg(json_build_object('dataFieldId', d.data_field_id,
          'showTitle', d.show_title, 'fieldGroupingKey', d.field_grouping_key,
          'autoStartVideoPlayback', d.auto_start_video_playback,
          'dateTimeDisplayFormat', d.date_time_display_format, 'multiFieldView', d.multi_field_view,
          'autoUpdateData', d.auto_update_data, 'includeEmptyFields', d.include_empty_fields,
          'displayWidth', d.display_width, 'isRequired', d.is_required) order by d.rank), '[]')
        from muster.displayed_field d where d.data_view_id = w.id),
      'filterFields', (select coalesce(json_agg(json_build_object('dataFieldId', x.data_field_id,
          'displayInUi', x.display_in_ui, 'filterLabel', x.filter_label,
          'filterLabelTranslations', x.filter_label_translations, 'selectAllText', x.select_all_text,
          'selectAllTextTranslations', x.select_all_text_translations) order by x.rank), '[]')
        from muster.filter_field x where x.data_view_id = w.id),
      'calendarDateInfo', (select coalesce(json_agg(json_build_object('dataCollectionId', i.data_collection_id,
          'dateDataFieldId', i.date_field_id, 'imageDataFieldId', i.image_field_id,
          'autoUpdate', i.auto_update) order by i.rank), '[]')
        from muster.calendar_date_info i where i.data_view_id = w.id)) order by w.rank, w.id), '[]')
  from muster.data_view w where w.team_id = t.id`
