-- Views: one way to look at a collection, inside the app and outside of it.
create table muster.data_view (
  id bigint generated always as identity primary key,
  team_id bigint not null references muster.team (id) on delete cascade,
  data_collection_id bigint not null references muster.data_collection (id) on delete cascade,
  type text not null check (type in ('list', 'detail', 'calendar', 'table', 'map')),
  internal_name text not null,
  internal_description text not null default '',
  sharing text not null default 'shared' check (sharing in ('personal', 'shared', 'locked')),
  -- Of a personal view its owner; of the others who made it.
  owned_by bigint references muster.team_user (id) on delete set null,
  rank int not null,
  filter jsonb,
  sort jsonb not null default '[]',
  display_options jsonb not null default '{}',
  record_name_field_id bigint references muster.data_field (id) on delete set null,
  auto_update boolean not null default true,
  internal_css text not null default '',
  external_css text not null default '',
  is_visible_externally boolean not null default false,
  item_url text not null default '',
  item_url_override_field_id bigint references muster.data_field (id) on delete set null,
  open_item_url_in_new_window boolean not null default false,
  url_field_id bigint references muster.data_field (id) on delete set null,
  missing_record_redirect_url text not null default '',
  missing_record_message text not null default '',
  missing_record_message_translations jsonb not null default '{}',
  event_start_field_id bigint references muster.data_field (id) on delete set null,
  event_end_field_id bigint references muster.data_field (id) on delete set null,
  all_day_field_id bigint references muster.data_field (id) on delete set null,
  only_show_on_start_date_field_id bigint references muster.data_field (id) on delete set null,
  include_dates_with_no_events boolean not null default false,
  no_events_message text not null default '',
  no_events_message_translations jsonb not null default '{}',
  map_location_field_id bigint references muster.data_field (id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
-- Two people may each have a personal view of one name; nobody else sees it.
create unique index data_view_name on muster.data_view (team_id, lower(internal_name)) where sharing <> 'personal';
create unique index data_view_personal_name on muster.data_view (team_id, owned_by, lower(internal_name))
  where sharing = 'personal';
create index data_view_collection on muster.data_view (data_collection_id);
create index data_view_owned_by on muster.data_view (owned_by);

-- A field in the trash keeps its place in a view, and is shown again when it comes back.
create table muster.displayed_field (
  data_view_id bigint not null references muster.data_view (id) on delete cascade,
  data_field_id bigint not null references muster.data_field (id) on delete cascade,
  rank int not null,
  show_title boolean not null default true,
  field_grouping_key text not null default '',
  auto_start_video_playback boolean not null default false,
  date_time_display_format text not null default 'default',
  multi_field_view text not null default 'inline',
  auto_update_data boolean not null default true,
  include_empty_fields boolean not null default false,
  display_width text,
  primary key (data_view_id, data_field_id)
);
create index displayed_field_field on muster.displayed_field (data_field_id);

create table muster.filter_field (
  data_view_id bigint not null references muster.data_view (id) on delete cascade,
  data_field_id bigint not null references muster.data_field (id) on delete cascade,
  rank int not null,
  display_in_ui boolean not null default true,
  filter_label text not null default '',
  filter_label_translations jsonb not null default '{}',
  select_all_text text not null default '',
  select_all_text_translations jsonb not null default '{}',
  primary key (data_view_id, data_field_id)
);
create index filter_field_field on muster.filter_field (data_field_id);

create table muster.calendar_date_info (
  data_view_id bigint not null references muster.data_view (id) on delete cascade,
  rank int not null,
  data_collection_id bigint not null references muster.data_collection (id) on delete cascade,
  date_field_id bigint not null references muster.data_field (id) on delete cascade,
  image_field_id bigint references muster.data_field (id) on delete set null,
  auto_update boolean not null default true,
  primary key (data_view_id, rank)
);
create index calendar_date_info_collection on muster.calendar_date_info (data_collection_id);
create index calendar_date_info_date_field on muster.calendar_date_info (date_field_id);
