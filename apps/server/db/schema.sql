-- Written by npm run db:dump from the migrations; not run by anything.

create extension fuzzystrmatch schema public;
create extension pg_trgm schema public;
create extension unaccent schema public;

-- schema muster

-- tables

create table api_token (
  id bigint not null generated always as identity,
  team_id bigint not null,
  team_user_id bigint not null,
  name text not null,
  prefix text not null,
  hash bytea not null,
  scopes text[] not null,
  created_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone,
  last_used_at timestamp with time zone,
  revoked_at timestamp with time zone
);

create table app_user (
  id text not null default (gen_random_uuid())::text,
  name text not null,
  email text not null,
  email_verified boolean not null default false,
  image text,
  is_sys_admin boolean not null default false,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  last_sign_in_at timestamp with time zone,
  locked_at timestamp with time zone,
  erased_at timestamp with time zone
);

create table attempt (
  key text not null,
  count integer not null,
  since timestamp with time zone not null default now()
);

create table audit_event (
  id bigint not null generated always as identity,
  team_id bigint,
  at timestamp with time zone not null default now(),
  user_id text,
  team_user_id bigint,
  subject text not null,
  subject_id text not null,
  subject_name text not null default ''::text,
  action text not null,
  before jsonb,
  after jsonb,
  network inet
);

create table auth_account (
  id text not null default (gen_random_uuid())::text,
  user_id text not null,
  account_id text not null,
  provider_id text not null,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamp with time zone,
  refresh_token_expires_at timestamp with time zone,
  scope text,
  password text,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now()
);

create table auth_session (
  id text not null default (gen_random_uuid())::text,
  user_id text not null,
  token text not null,
  expires_at timestamp with time zone not null,
  ip_address text,
  user_agent text,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now()
);

create table auth_verification (
  id text not null default (gen_random_uuid())::text,
  identifier text not null,
  value text not null,
  expires_at timestamp with time zone not null,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now()
);

create table backup (
  id bigint not null generated always as identity,
  kind text not null,
  created_at timestamp with time zone not null default now(),
  started_at timestamp with time zone,
  ended_at timestamp with time zone,
  state text not null default 'queued'::text,
  phase text,
  processed bigint not null default 0,
  total bigint,
  file_name text not null,
  location text not null,
  size bigint,
  sha256 text,
  rehearsed_at timestamp with time zone,
  missing_files integer not null default 0,
  error text,
  error_detail text
);

create table bookmark (
  team_user_id bigint not null,
  record_id bigint not null,
  memo text,
  created_at timestamp with time zone not null default now()
);

create table calendar_date_info (
  data_view_id bigint not null,
  rank integer not null,
  data_collection_id bigint not null,
  date_field_id bigint not null,
  image_field_id bigint,
  auto_update boolean not null default true
);

create table data_card (
  id bigint not null generated always as identity,
  team_id bigint not null,
  data_collection_id bigint not null,
  title text not null,
  title_translations jsonb not null default '{}'::jsonb,
  subtitle text not null default ''::text,
  subtitle_translations jsonb not null default '{}'::jsonb,
  description text not null default ''::text,
  description_translations jsonb not null default '{}'::jsonb,
  card_type text not null,
  display_width text not null default 'full'::text,
  source_field_id bigint,
  is_reverse boolean not null default false,
  created_at timestamp with time zone not null default now()
);

create table data_card_field (
  data_card_id bigint not null,
  data_field_id bigint not null,
  is_column boolean not null default false,
  rank integer not null,
  display_width text
);

create table data_card_group (
  id bigint not null generated always as identity,
  team_id bigint not null,
  data_collection_id bigint not null,
  name text not null,
  name_translations jsonb not null default '{}'::jsonb,
  icon text not null default 'fas fa-table-list'::text,
  display_rank integer not null,
  created_at timestamp with time zone not null default now()
);

create table data_card_group_card (
  data_card_group_id bigint not null,
  data_card_id bigint not null,
  rank integer not null
);

create table data_collection (
  id bigint not null generated always as identity,
  team_id bigint not null,
  parent_id bigint,
  name text not null,
  name_translations jsonb not null default '{}'::jsonb,
  plural_name text not null,
  plural_name_translations jsonb not null default '{}'::jsonb,
  description text not null default ''::text,
  table_name text not null,
  icon text not null default 'fas fa-table'::text,
  is_smart_collection boolean not null default false,
  membership_data_filter jsonb,
  membership_order text,
  is_globally_searchable boolean not null default true,
  is_shown_in_sidebar boolean not null default true,
  is_shown_on_team_dashboard boolean not null default false,
  represents_people boolean not null default false,
  is_blueprint boolean not null default false,
  blueprint_marketplace_price numeric,
  is_internal_configuration boolean not null default false,
  is_used_as_custom_list boolean not null default false,
  records_can_be_purchased boolean not null default false,
  name_field_id bigint,
  avatar_field_id bigint,
  rank integer not null default 0,
  version integer not null default 1,
  created_at timestamp with time zone not null default now(),
  deleted_at timestamp with time zone,
  internal_kind text,
  blueprint_marketplace_currency text
);

create table data_export (
  id bigint not null generated always as identity,
  team_id bigint not null,
  team_user_id bigint not null,
  data_collection_id bigint not null,
  file_name text not null,
  options jsonb not null,
  status text not null default 'queued'::text,
  total bigint,
  processed bigint not null default 0,
  file_size bigint,
  error_code text,
  created_at timestamp with time zone not null default now(),
  started_at timestamp with time zone,
  finished_at timestamp with time zone,
  expires_at timestamp with time zone
);

create table data_field (
  id bigint not null generated always as identity,
  team_id bigint not null,
  data_collection_id bigint not null,
  title text not null,
  title_translations jsonb not null default '{}'::jsonb,
  column_name text not null,
  data_type text not null,
  description text not null default ''::text,
  description_translations jsonb not null default '{}'::jsonb,
  help_text text not null default ''::text,
  display_width text not null default 'full'::text,
  is_required boolean not null default false,
  is_unique boolean not null default false,
  default_value jsonb,
  settings jsonb not null default '{}'::jsonb,
  rank integer not null default 0,
  created_at timestamp with time zone not null default now(),
  deleted_at timestamp with time zone
);

create table data_import (
  id bigint not null generated always as identity,
  team_id bigint not null,
  team_user_id bigint not null,
  data_collection_id bigint not null,
  file_name text not null,
  file_size bigint not null,
  file_path text,
  status text not null,
  encoding text not null default 'utf-8'::text,
  delimiter text not null default ','::text,
  has_header boolean not null default true,
  columns jsonb not null default '[]'::jsonb,
  preview jsonb not null default '[]'::jsonb,
  mapping jsonb,
  row_count bigint,
  is_even boolean not null default false,
  processed bigint not null default 0,
  created bigint not null default 0,
  rejected bigint not null default 0,
  reject_samples jsonb not null default '[]'::jsonb,
  error jsonb,
  operation_id bigint,
  created_at timestamp with time zone not null default now(),
  started_at timestamp with time zone,
  finished_at timestamp with time zone,
  facts jsonb not null default '[]'::jsonb,
  text_size bigint not null default 0,
  sheets jsonb,
  sheet integer,
  settings jsonb,
  "check" jsonb,
  phase text,
  updated bigint not null default 0,
  unchanged bigint not null default 0,
  choices_created bigint not null default 0,
  odd_bytes jsonb
);

create table data_permission (
  id bigint not null generated always as identity,
  team_id bigint not null,
  user_role_id bigint not null,
  permission text not null,
  data_collection_id bigint,
  data_field_id bigint,
  data_wizard_id bigint,
  row_filter jsonb
);

create table data_view (
  id bigint not null generated always as identity,
  team_id bigint not null,
  data_collection_id bigint not null,
  type text not null,
  internal_name text not null,
  internal_description text not null default ''::text,
  sharing text not null default 'shared'::text,
  owned_by bigint,
  rank integer not null,
  filter jsonb,
  sort jsonb not null default '[]'::jsonb,
  display_options jsonb not null default '{}'::jsonb,
  record_name_field_id bigint,
  auto_update boolean not null default true,
  internal_css text not null default ''::text,
  external_css text not null default ''::text,
  is_visible_externally boolean not null default false,
  item_url text not null default ''::text,
  item_url_override_field_id bigint,
  open_item_url_in_new_window boolean not null default false,
  url_field_id bigint,
  missing_record_redirect_url text not null default ''::text,
  missing_record_message text not null default ''::text,
  missing_record_message_translations jsonb not null default '{}'::jsonb,
  event_start_field_id bigint,
  event_end_field_id bigint,
  all_day_field_id bigint,
  only_show_on_start_date_field_id bigint,
  include_dates_with_no_events boolean not null default false,
  no_events_message text not null default ''::text,
  no_events_message_translations jsonb not null default '{}'::jsonb,
  map_location_field_id bigint,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  scoped_internal_css text not null default ''::text,
  scoped_external_css text not null default ''::text,
  public_key text not null default replace(((gen_random_uuid())::text || (gen_random_uuid())::text), '-'::text, ''::text),
  form jsonb not null default '{}'::jsonb
);

create table data_wizard (
  id bigint not null generated always as identity,
  team_id bigint not null,
  name text not null,
  settings jsonb not null default '{}'::jsonb,
  version integer not null default 1,
  live_version_id bigint,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  deleted_at timestamp with time zone
);

create table data_wizard_version (
  id bigint not null generated always as identity,
  team_id bigint not null,
  data_wizard_id bigint not null,
  number integer not null,
  definition jsonb not null,
  hash text not null,
  created_at timestamp with time zone not null default now()
);

create table displayed_field (
  data_view_id bigint not null,
  data_field_id bigint not null,
  rank integer not null,
  show_title boolean not null default true,
  field_grouping_key text not null default ''::text,
  auto_start_video_playback boolean not null default false,
  date_time_display_format text not null default 'default'::text,
  multi_field_view text not null default 'inline'::text,
  auto_update_data boolean not null default true,
  include_empty_fields boolean not null default false,
  display_width text,
  is_required boolean not null default false
);

create table export_role (
  user_role_id bigint not null,
  team_id bigint not null
);

create table external_access_link (
  id bigint not null generated always as identity,
  team_id bigint not null,
  data_wizard_id bigint not null,
  data_collection_id bigint not null,
  sms_field_id bigint,
  email_field_id bigint,
  generation integer not null default 1
);

create table feature_permission (
  user_role_id bigint not null,
  permission text not null
);

create table file_removal (
  team_id bigint not null,
  sha256 text not null,
  since timestamp with time zone not null default now()
);

create table filter_field (
  data_view_id bigint not null,
  data_field_id bigint not null,
  rank integer not null,
  display_in_ui boolean not null default true,
  filter_label text not null default ''::text,
  filter_label_translations jsonb not null default '{}'::jsonb,
  select_all_text text not null default ''::text,
  select_all_text_translations jsonb not null default '{}'::jsonb
);

create table idempotency_key (
  caller text not null,
  key text not null,
  request_hash text not null,
  status integer,
  response text,
  created_at timestamp with time zone not null default now()
);

create table import_mapping (
  id bigint not null generated always as identity,
  team_id bigint not null,
  data_collection_id bigint not null,
  name text not null,
  headers jsonb not null,
  mapping jsonb not null,
  created_at timestamp with time zone not null default now(),
  created_by bigint
);

create table installation_step (
  name text not null,
  begun_at timestamp with time zone not null default now(),
  done_at timestamp with time zone
);

create table message_sender (
  id bigint not null generated always as identity,
  team_id bigint not null,
  name text not null,
  delivery_method text not null,
  transport text not null,
  from_name text not null default ''::text,
  from_address text not null,
  reply_to text not null default ''::text,
  settings jsonb not null default '{}'::jsonb,
  secret text,
  rate_per_second integer not null default 10,
  daily_limit integer,
  bounce_domain text not null default ''::text,
  hook_key text,
  hook_key_hash bytea,
  topic_arn text,
  awaits_topic_until timestamp with time zone,
  checks jsonb not null default '[]'::jsonb,
  checked_at timestamp with time zone,
  state text not null default 'active'::text,
  is_default boolean not null default false,
  version integer not null default 1,
  deleted_at timestamp with time zone
);

create table message_sender_lane (
  sender_id bigint not null,
  owner uuid not null,
  expires_at timestamp with time zone not null,
  day date not null default CURRENT_DATE,
  handed_today integer not null default 0,
  answered_ago double precision[]
);

create table message_settings (
  team_id bigint not null,
  requires_approval boolean not null default false,
  tracks_opens boolean not null default true,
  tracks_clicks boolean not null default true,
  postal_address text not null default ''::text,
  sms_quiet_from time without time zone,
  sms_quiet_to time without time zone
);

create table message_subject (
  id bigint not null generated always as identity,
  team_id bigint not null,
  external_name text not null,
  external_name_translations jsonb not null default '{}'::jsonb,
  description text not null default ''::text,
  description_translations jsonb not null default '{}'::jsonb,
  is_public boolean not null default false,
  is_double_opt_in boolean not null default true,
  version integer not null default 1,
  deleted_at timestamp with time zone
);

create table message_template (
  id bigint not null generated always as identity,
  team_id bigint not null,
  internal_name text not null,
  internal_description text not null default ''::text,
  delivery_method text not null,
  used_for text not null,
  status text not null default 'DRAFT'::text,
  was_published boolean not null default false,
  content_language text not null,
  version integer not null default 1,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now()
);

create table message_template_content (
  message_template_id bigint not null,
  language text not null,
  subject_line text not null default ''::text,
  preheader text not null default ''::text,
  design jsonb not null,
  text_only text not null default ''::text,
  text_is_own boolean not null default false
);

create table migration (
  number integer not null,
  name text not null,
  hash text not null,
  applied_at timestamp with time zone not null default now()
);

create table outgoing_message (
  id bigint not null generated always as identity,
  team_id bigint not null,
  internal_name text not null,
  internal_description text not null default ''::text,
  delivery_method text not null,
  content_type text not null,
  content_language text not null,
  sender_id bigint,
  subject_id bigint,
  owned_by bigint,
  created_by bigint,
  message_template_id bigint,
  status text not null default 'DRAFT'::text,
  status_before text,
  is_automatic boolean not null default false,
  wizard_step_task_id bigint,
  audience jsonb not null default '{"exclude": [], "include": [], "addressFieldIds": [], "languageFieldIds": []}'::jsonb,
  window_from time without time zone,
  window_to time without time zone,
  tracks_opens boolean not null default true,
  tracks_clicks boolean not null default true,
  approved_by bigint,
  approved_at timestamp with time zone,
  approved_hash text,
  approved_count integer,
  submitted_by bigint,
  changes_wanted text,
  scheduled_at timestamp with time zone,
  started_at timestamp with time zone,
  frozen_at timestamp with time zone,
  paused_at timestamp with time zone,
  pause_reason text,
  sent_at timestamp with time zone,
  counts jsonb not null default '{"states": {}, "outcomes": {}}'::jsonb,
  counted_at timestamp with time zone,
  operation_id bigint,
  version integer not null default 1,
  created_at timestamp with time zone not null default now(),
  deleted_at timestamp with time zone
);

create table outgoing_message_content (
  outgoing_message_id bigint not null,
  language text not null,
  subject_line text not null default ''::text,
  preheader text not null default ''::text,
  design jsonb not null,
  text_only text not null default ''::text,
  text_is_own boolean not null default false,
  compiled jsonb
);

create table outgoing_message_event (
  outgoing_message_id bigint not null,
  n integer not null,
  at timestamp with time zone not null default now(),
  by_team_user bigint,
  event text not null,
  from_status text,
  to_status text,
  detail text
);

create table second_factor (
  user_id text not null,
  secret text not null,
  is_confirmed boolean not null default false,
  recovery_codes text[] not null default '{}'::text[],
  last_step bigint not null default 0,
  created_at timestamp with time zone not null default now()
);

create table seeing_as (
  session_id text not null,
  team_id bigint not null,
  team_user_id bigint,
  user_role_id bigint,
  started_at timestamp with time zone not null default now()
);

create table setting (
  team_user_id bigint not null,
  key text not null,
  value jsonb not null,
  updated_at timestamp with time zone not null default now()
);

create table system_setting (
  key text not null,
  value jsonb not null,
  updated_at timestamp with time zone not null default now(),
  updated_by text
);

create table team (
  id bigint not null generated always as identity,
  name text not null,
  short_name text not null default ''::text,
  primary_timezone text not null default 'UTC'::text,
  default_interface_language text not null default 'en'::text,
  available_data_languages text[] not null default '{en}'::text[],
  default_data_language text not null default 'en'::text,
  website text,
  billing_address text,
  country text not null default 'US'::text,
  currency text not null default 'USD'::text,
  square_logo text,
  horizontal_logo text,
  app_square_logo text,
  app_horizontal_logo text,
  enum_app_brand_id integer not null default 1,
  description text not null default ''::text,
  schema_version integer not null default 0,
  model_version bigint not null default 1,
  created_at timestamp with time zone not null default now(),
  version integer not null default 1,
  suspended_at timestamp with time zone,
  deleted_at timestamp with time zone,
  limits_exports boolean not null default false,
  max_records bigint,
  max_storage_bytes bigint,
  max_users bigint,
  max_messages_per_day bigint
);

create table team_user (
  id bigint not null generated always as identity,
  team_id bigint not null,
  user_id text not null,
  first_name text not null default ''::text,
  last_name text not null default ''::text,
  is_team_admin boolean not null default false,
  interface_language text,
  deactivated_as_of timestamp with time zone,
  last_opened timestamp with time zone,
  invited_at timestamp with time zone,
  invited_by bigint,
  activated_at timestamp with time zone,
  invitation_cancelled_at timestamp with time zone,
  created_at timestamp with time zone not null default now()
);

create table team_user_role (
  team_user_id bigint not null,
  user_role_id bigint not null
);

create table user_role (
  id bigint not null generated always as identity,
  team_id bigint not null,
  role_name text not null,
  description text not null default ''::text,
  is_active boolean not null default true,
  is_member boolean not null default false,
  created_at timestamp with time zone not null default now(),
  version integer not null default 1
);

create table view_feed (
  data_view_id bigint not null,
  team_user_id bigint not null,
  team_id bigint not null,
  token_hash bytea not null,
  created_at timestamp with time zone not null default now(),
  last_used_at timestamp with time zone
);

create table webhook (
  id bigint not null generated always as identity,
  team_id bigint not null,
  team_user_id bigint not null,
  api_token_id bigint,
  url text not null,
  secret text not null,
  kinds text[] not null,
  data_collection_id bigint not null,
  with_values boolean not null,
  state text not null default 'active'::text,
  cursor text not null,
  created_at timestamp with time zone not null default now(),
  failing_since timestamp with time zone
);

create table wizard_link (
  id bigint not null generated always as identity,
  team_id bigint not null,
  data_wizard_id bigint not null,
  data_collection_id bigint not null,
  type text not null,
  description text not null default ''::text,
  icon text not null default ''::text,
  show_in_row_action_menus boolean not null default true
);

create table wizard_step (
  id bigint not null generated always as identity,
  team_id bigint not null,
  data_wizard_id bigint not null,
  execution_rank integer not null,
  settings jsonb not null
);

create table wizard_step_task (
  id bigint not null generated always as identity,
  team_id bigint not null,
  wizard_step_id bigint not null,
  type text not null,
  execution_rank integer not null,
  settings jsonb not null
);

-- constraints

alter table api_token add constraint api_token_hash_key UNIQUE (hash);

alter table api_token add constraint api_token_pkey PRIMARY KEY (id);

alter table api_token add constraint api_token_scopes_check CHECK ((cardinality(scopes) > 0));

alter table api_token add constraint api_token_team_id_fkey FOREIGN KEY (team_id) REFERENCES muster.team(id) ON DELETE CASCADE;

alter table api_token add constraint api_token_team_user_id_fkey FOREIGN KEY (team_user_id) REFERENCES muster.team_user(id) ON DELETE CASCADE;

alter table app_user add constraint app_user_email_key UNIQUE (email);

alter table app_user add constraint app_user_email_lower CHECK ((email = lower(email)));

alter table app_user add constraint app_user_pkey PRIMARY KEY (id);

alter table attempt add constraint attempt_pkey PRIMARY KEY (key);

alter table audit_event add constraint audit_event_pkey PRIMARY KEY (id);

alter table auth_account add constraint auth_account_pkey PRIMARY KEY (id);

alter table auth_account add constraint auth_account_provider_id_account_id_key UNIQUE (provider_id, account_id);

alter table auth_account add constraint auth_account_user_id_fkey FOREIGN KEY (user_id) REFERENCES muster.app_user(id) ON DELETE CASCADE;

alter table auth_session add constraint auth_session_pkey PRIMARY KEY (id);

alter table auth_session add constraint auth_session_token_key UNIQUE (token);

alter table auth_session add constraint auth_session_user_id_fkey FOREIGN KEY (user_id) REFERENCES muster.app_user(id) ON DELETE CASCADE;

alter table auth_verification add constraint auth_verification_pkey PRIMARY KEY (id);

alter table backup add constraint backup_kind_check CHECK ((kind = ANY (ARRAY['scheduled'::text, 'manual'::text, 'restore'::text])));

alter table backup add constraint backup_pkey PRIMARY KEY (id);

alter table bookmark add constraint bookmark_memo_check CHECK ((char_length(memo) <= 250));

alter table bookmark add constraint bookmark_pkey PRIMARY KEY (team_user_id, record_id);

alter table bookmark add constraint bookmark_team_user_id_fkey FOREIGN KEY (team_user_id) REFERENCES muster.team_user(id) ON DELETE CASCADE;

alter table calendar_date_info add constraint calendar_date_info_data_collection_id_fkey FOREIGN KEY (data_collection_id) REFERENCES muster.data_collection(id) ON DELETE CASCADE;

alter table calendar_date_info add constraint calendar_date_info_data_view_id_fkey FOREIGN KEY (data_view_id) REFERENCES muster.data_view(id) ON DELETE CASCADE;

alter table calendar_date_info add constraint calendar_date_info_date_field_id_fkey FOREIGN KEY (date_field_id) REFERENCES muster.data_field(id) ON DELETE CASCADE;

alter table calendar_date_info add constraint calendar_date_info_image_field_id_fkey FOREIGN KEY (image_field_id) REFERENCES muster.data_field(id) ON DELETE SET NULL;

alter table calendar_date_info add constraint calendar_date_info_pkey PRIMARY KEY (data_view_id, rank);

alter table data_card add constraint data_card_card_type_check CHECK ((card_type = ANY (ARRAY['form'::text, 'table'::text, 'thumbnails'::text])));

alter table data_card add constraint data_card_data_collection_id_fkey FOREIGN KEY (data_collection_id) REFERENCES muster.data_collection(id) ON DELETE CASCADE;

alter table data_card add constraint data_card_pkey PRIMARY KEY (id);

alter table data_card add constraint data_card_source CHECK (((card_type = 'form'::text) = (source_field_id IS NULL)));

alter table data_card add constraint data_card_source_field_id_fkey FOREIGN KEY (source_field_id) REFERENCES muster.data_field(id) ON DELETE CASCADE;

alter table data_card add constraint data_card_team_id_fkey FOREIGN KEY (team_id) REFERENCES muster.team(id) ON DELETE CASCADE;

alter table data_card_field add constraint data_card_field_data_card_id_fkey FOREIGN KEY (data_card_id) REFERENCES muster.data_card(id) ON DELETE CASCADE;

alter table data_card_field add constraint data_card_field_data_field_id_fkey FOREIGN KEY (data_field_id) REFERENCES muster.data_field(id) ON DELETE CASCADE;

alter table data_card_field add constraint data_card_field_pkey PRIMARY KEY (data_card_id, is_column, data_field_id);

alter table data_card_group add constraint data_card_group_data_collection_id_fkey FOREIGN KEY (data_collection_id) REFERENCES muster.data_collection(id) ON DELETE CASCADE;

alter table data_card_group add constraint data_card_group_pkey PRIMARY KEY (id);

alter table data_card_group add constraint data_card_group_team_id_fkey FOREIGN KEY (team_id) REFERENCES muster.team(id) ON DELETE CASCADE;

alter table data_card_group_card add constraint data_card_group_card_data_card_group_id_fkey FOREIGN KEY (data_card_group_id) REFERENCES muster.data_card_group(id) ON DELETE CASCADE;

alter table data_card_group_card add constraint data_card_group_card_data_card_id_fkey FOREIGN KEY (data_card_id) REFERENCES muster.data_card(id) ON DELETE CASCADE;

alter table data_card_group_card add constraint data_card_group_card_pkey PRIMARY KEY (data_card_group_id, data_card_id);

alter table data_collection add constraint data_collection_avatar_field_id_fkey FOREIGN KEY (avatar_field_id) REFERENCES muster.data_field(id) ON DELETE SET NULL;

alter table data_collection add constraint data_collection_name_field_id_fkey FOREIGN KEY (name_field_id) REFERENCES muster.data_field(id) ON DELETE SET NULL;

alter table data_collection add constraint data_collection_parent_id_fkey FOREIGN KEY (parent_id) REFERENCES muster.data_collection(id);

alter table data_collection add constraint data_collection_pkey PRIMARY KEY (id);

alter table data_collection add constraint data_collection_team_id_fkey FOREIGN KEY (team_id) REFERENCES muster.team(id) ON DELETE CASCADE;

alter table data_export add constraint data_export_data_collection_id_fkey FOREIGN KEY (data_collection_id) REFERENCES muster.data_collection(id) ON DELETE CASCADE;

alter table data_export add constraint data_export_pkey PRIMARY KEY (id);

alter table data_export add constraint data_export_team_id_fkey FOREIGN KEY (team_id) REFERENCES muster.team(id) ON DELETE CASCADE;

alter table data_export add constraint data_export_team_user_id_fkey FOREIGN KEY (team_user_id) REFERENCES muster.team_user(id) ON DELETE CASCADE;

alter table data_field add constraint data_field_data_collection_id_column_name_key UNIQUE (data_collection_id, column_name);

alter table data_field add constraint data_field_data_collection_id_fkey FOREIGN KEY (data_collection_id) REFERENCES muster.data_collection(id) ON DELETE CASCADE;

alter table data_field add constraint data_field_pkey PRIMARY KEY (id);

alter table data_field add constraint data_field_team_id_fkey FOREIGN KEY (team_id) REFERENCES muster.team(id) ON DELETE CASCADE;

alter table data_import add constraint data_import_data_collection_id_fkey FOREIGN KEY (data_collection_id) REFERENCES muster.data_collection(id) ON DELETE CASCADE;

alter table data_import add constraint data_import_pkey PRIMARY KEY (id);

alter table data_import add constraint data_import_team_id_fkey FOREIGN KEY (team_id) REFERENCES muster.team(id) ON DELETE CASCADE;

alter table data_import add constraint data_import_team_user_id_fkey FOREIGN KEY (team_user_id) REFERENCES muster.team_user(id) ON DELETE CASCADE;

alter table data_permission add constraint data_permission_data_collection_id_fkey FOREIGN KEY (data_collection_id) REFERENCES muster.data_collection(id) ON DELETE CASCADE;

alter table data_permission add constraint data_permission_data_field_id_fkey FOREIGN KEY (data_field_id) REFERENCES muster.data_field(id) ON DELETE CASCADE;

alter table data_permission add constraint data_permission_pkey PRIMARY KEY (id);

alter table data_permission add constraint data_permission_team_id_fkey FOREIGN KEY (team_id) REFERENCES muster.team(id) ON DELETE CASCADE;

alter table data_permission add constraint data_permission_user_role_id_fkey FOREIGN KEY (user_role_id) REFERENCES muster.user_role(id) ON DELETE CASCADE;

alter table data_view add constraint data_view_all_day_field_id_fkey FOREIGN KEY (all_day_field_id) REFERENCES muster.data_field(id) ON DELETE SET NULL;

alter table data_view add constraint data_view_data_collection_id_fkey FOREIGN KEY (data_collection_id) REFERENCES muster.data_collection(id) ON DELETE CASCADE;

alter table data_view add constraint data_view_event_end_field_id_fkey FOREIGN KEY (event_end_field_id) REFERENCES muster.data_field(id) ON DELETE SET NULL;

alter table data_view add constraint data_view_event_start_field_id_fkey FOREIGN KEY (event_start_field_id) REFERENCES muster.data_field(id) ON DELETE SET NULL;

alter table data_view add constraint data_view_item_url_override_field_id_fkey FOREIGN KEY (item_url_override_field_id) REFERENCES muster.data_field(id) ON DELETE SET NULL;

alter table data_view add constraint data_view_map_location_field_id_fkey FOREIGN KEY (map_location_field_id) REFERENCES muster.data_field(id) ON DELETE SET NULL;

alter table data_view add constraint data_view_only_show_on_start_date_field_id_fkey FOREIGN KEY (only_show_on_start_date_field_id) REFERENCES muster.data_field(id) ON DELETE SET NULL;

alter table data_view add constraint data_view_owned_by_fkey FOREIGN KEY (owned_by) REFERENCES muster.team_user(id) ON DELETE SET NULL;

alter table data_view add constraint data_view_pkey PRIMARY KEY (id);

alter table data_view add constraint data_view_record_name_field_id_fkey FOREIGN KEY (record_name_field_id) REFERENCES muster.data_field(id) ON DELETE SET NULL;

alter table data_view add constraint data_view_sharing_check CHECK ((sharing = ANY (ARRAY['personal'::text, 'shared'::text, 'locked'::text])));

alter table data_view add constraint data_view_team_id_fkey FOREIGN KEY (team_id) REFERENCES muster.team(id) ON DELETE CASCADE;

alter table data_view add constraint data_view_url_field_id_fkey FOREIGN KEY (url_field_id) REFERENCES muster.data_field(id) ON DELETE SET NULL;

alter table data_wizard add constraint data_wizard_pkey PRIMARY KEY (id);

alter table data_wizard add constraint data_wizard_team_id_fkey FOREIGN KEY (team_id) REFERENCES muster.team(id) ON DELETE CASCADE;

alter table data_wizard_version add constraint data_wizard_version_data_wizard_id_fkey FOREIGN KEY (data_wizard_id) REFERENCES muster.data_wizard(id) ON DELETE CASCADE;

alter table data_wizard_version add constraint data_wizard_version_data_wizard_id_hash_key UNIQUE (data_wizard_id, hash);

alter table data_wizard_version add constraint data_wizard_version_data_wizard_id_number_key UNIQUE (data_wizard_id, number);

alter table data_wizard_version add constraint data_wizard_version_pkey PRIMARY KEY (id);

alter table data_wizard_version add constraint data_wizard_version_team_id_fkey FOREIGN KEY (team_id) REFERENCES muster.team(id) ON DELETE CASCADE;

alter table displayed_field add constraint displayed_field_data_field_id_fkey FOREIGN KEY (data_field_id) REFERENCES muster.data_field(id) ON DELETE CASCADE;

alter table displayed_field add constraint displayed_field_data_view_id_fkey FOREIGN KEY (data_view_id) REFERENCES muster.data_view(id) ON DELETE CASCADE;

alter table displayed_field add constraint displayed_field_pkey PRIMARY KEY (data_view_id, data_field_id);

alter table export_role add constraint export_role_pkey PRIMARY KEY (user_role_id);

alter table export_role add constraint export_role_team_id_fkey FOREIGN KEY (team_id) REFERENCES muster.team(id) ON DELETE CASCADE;

alter table export_role add constraint export_role_user_role_id_fkey FOREIGN KEY (user_role_id) REFERENCES muster.user_role(id) ON DELETE CASCADE;

alter table external_access_link add constraint external_access_link_data_collection_id_fkey FOREIGN KEY (data_collection_id) REFERENCES muster.data_collection(id) ON DELETE CASCADE;

alter table external_access_link add constraint external_access_link_data_wizard_id_fkey FOREIGN KEY (data_wizard_id) REFERENCES muster.data_wizard(id) ON DELETE CASCADE;

alter table external_access_link add constraint external_access_link_email_field_id_fkey FOREIGN KEY (email_field_id) REFERENCES muster.data_field(id) ON DELETE SET NULL;

alter table external_access_link add constraint external_access_link_pkey PRIMARY KEY (id);

alter table external_access_link add constraint external_access_link_sms_field_id_fkey FOREIGN KEY (sms_field_id) REFERENCES muster.data_field(id) ON DELETE SET NULL;

alter table external_access_link add constraint external_access_link_team_id_fkey FOREIGN KEY (team_id) REFERENCES muster.team(id) ON DELETE CASCADE;

alter table feature_permission add constraint feature_permission_pkey PRIMARY KEY (user_role_id, permission);

alter table feature_permission add constraint feature_permission_user_role_id_fkey FOREIGN KEY (user_role_id) REFERENCES muster.user_role(id) ON DELETE CASCADE;

alter table file_removal add constraint file_removal_pkey PRIMARY KEY (team_id, sha256);

alter table filter_field add constraint filter_field_data_field_id_fkey FOREIGN KEY (data_field_id) REFERENCES muster.data_field(id) ON DELETE CASCADE;

alter table filter_field add constraint filter_field_data_view_id_fkey FOREIGN KEY (data_view_id) REFERENCES muster.data_view(id) ON DELETE CASCADE;

alter table filter_field add constraint filter_field_pkey PRIMARY KEY (data_view_id, data_field_id);

alter table idempotency_key add constraint idempotency_key_pkey PRIMARY KEY (caller, key);

alter table import_mapping add constraint import_mapping_data_collection_id_fkey FOREIGN KEY (data_collection_id) REFERENCES muster.data_collection(id) ON DELETE CASCADE;

alter table import_mapping add constraint import_mapping_pkey PRIMARY KEY (id);

alter table import_mapping add constraint import_mapping_team_id_fkey FOREIGN KEY (team_id) REFERENCES muster.team(id) ON DELETE CASCADE;

alter table installation_step add constraint installation_step_pkey PRIMARY KEY (name);

alter table message_sender add constraint message_sender_delivery_method_check CHECK ((delivery_method = ANY (ARRAY['EMAIL'::text, 'SMS'::text])));

alter table message_sender add constraint message_sender_pkey PRIMARY KEY (id);

alter table message_sender add constraint message_sender_rate_per_second_check CHECK (((rate_per_second >= 1) AND (rate_per_second <= 2000)));

alter table message_sender add constraint message_sender_state_check CHECK ((state = ANY (ARRAY['active'::text, 'paused'::text, 'failing'::text])));

alter table message_sender add constraint message_sender_team_id_fkey FOREIGN KEY (team_id) REFERENCES muster.team(id) ON DELETE CASCADE;

alter table message_sender_lane add constraint message_sender_lane_pkey PRIMARY KEY (sender_id);

alter table message_sender_lane add constraint message_sender_lane_sender_id_fkey FOREIGN KEY (sender_id) REFERENCES muster.message_sender(id) ON DELETE CASCADE;

alter table message_settings add constraint message_settings_pkey PRIMARY KEY (team_id);

alter table message_settings add constraint message_settings_team_id_fkey FOREIGN KEY (team_id) REFERENCES muster.team(id) ON DELETE CASCADE;

alter table message_subject add constraint message_subject_pkey PRIMARY KEY (id);

alter table message_subject add constraint message_subject_team_id_fkey FOREIGN KEY (team_id) REFERENCES muster.team(id) ON DELETE CASCADE;

alter table message_template add constraint message_template_delivery_method_check CHECK ((delivery_method = ANY (ARRAY['EMAIL'::text, 'SMS'::text])));

alter table message_template add constraint message_template_pkey PRIMARY KEY (id);

alter table message_template add constraint message_template_status_check CHECK ((status = ANY (ARRAY['DRAFT'::text, 'PUBLISHED'::text, 'ARCHIVED'::text])));

alter table message_template add constraint message_template_team_id_fkey FOREIGN KEY (team_id) REFERENCES muster.team(id) ON DELETE CASCADE;

alter table message_template_content add constraint message_template_content_message_template_id_fkey FOREIGN KEY (message_template_id) REFERENCES muster.message_template(id) ON DELETE CASCADE;

alter table message_template_content add constraint message_template_content_pkey PRIMARY KEY (message_template_id, language);

alter table migration add constraint migration_pkey PRIMARY KEY (number);

alter table outgoing_message add constraint outgoing_message_approved_by_fkey FOREIGN KEY (approved_by) REFERENCES muster.team_user(id) ON DELETE SET NULL;

alter table outgoing_message add constraint outgoing_message_content_type_check CHECK ((content_type = ANY (ARRAY['MARKETING'::text, 'PARTICIPATION'::text, 'TRANSACTIONAL'::text])));

alter table outgoing_message add constraint outgoing_message_created_by_fkey FOREIGN KEY (created_by) REFERENCES muster.team_user(id) ON DELETE SET NULL;

alter table outgoing_message add constraint outgoing_message_delivery_method_check CHECK ((delivery_method = ANY (ARRAY['EMAIL'::text, 'SMS'::text])));

alter table outgoing_message add constraint outgoing_message_message_template_id_fkey FOREIGN KEY (message_template_id) REFERENCES muster.message_template(id) ON DELETE SET NULL;

alter table outgoing_message add constraint outgoing_message_owned_by_fkey FOREIGN KEY (owned_by) REFERENCES muster.team_user(id) ON DELETE SET NULL;

alter table outgoing_message add constraint outgoing_message_pkey PRIMARY KEY (id);

alter table outgoing_message add constraint outgoing_message_sender_id_fkey FOREIGN KEY (sender_id) REFERENCES muster.message_sender(id) ON DELETE SET NULL;

alter table outgoing_message add constraint outgoing_message_status_check CHECK ((status = ANY (ARRAY['DRAFT'::text, 'AWAITING_APPROVAL'::text, 'APPROVED'::text, 'SCHEDULED'::text, 'SENDING'::text, 'SENT'::text, 'ERROR_SENDING'::text, 'ARCHIVED'::text])));

alter table outgoing_message add constraint outgoing_message_subject_id_fkey FOREIGN KEY (subject_id) REFERENCES muster.message_subject(id) ON DELETE SET NULL;

alter table outgoing_message add constraint outgoing_message_submitted_by_fkey FOREIGN KEY (submitted_by) REFERENCES muster.team_user(id) ON DELETE SET NULL;

alter table outgoing_message add constraint outgoing_message_team_id_fkey FOREIGN KEY (team_id) REFERENCES muster.team(id) ON DELETE CASCADE;

alter table outgoing_message_content add constraint outgoing_message_content_outgoing_message_id_fkey FOREIGN KEY (outgoing_message_id) REFERENCES muster.outgoing_message(id) ON DELETE CASCADE;

alter table outgoing_message_content add constraint outgoing_message_content_pkey PRIMARY KEY (outgoing_message_id, language);

alter table outgoing_message_event add constraint outgoing_message_event_by_team_user_fkey FOREIGN KEY (by_team_user) REFERENCES muster.team_user(id) ON DELETE SET NULL;

alter table outgoing_message_event add constraint outgoing_message_event_outgoing_message_id_fkey FOREIGN KEY (outgoing_message_id) REFERENCES muster.outgoing_message(id) ON DELETE CASCADE;

alter table outgoing_message_event add constraint outgoing_message_event_pkey PRIMARY KEY (outgoing_message_id, n);

alter table second_factor add constraint second_factor_pkey PRIMARY KEY (user_id);

alter table second_factor add constraint second_factor_user_id_fkey FOREIGN KEY (user_id) REFERENCES muster.app_user(id) ON DELETE CASCADE;

alter table seeing_as add constraint seeing_as_check CHECK ((num_nonnulls(team_user_id, user_role_id) = 1));

alter table seeing_as add constraint seeing_as_pkey PRIMARY KEY (session_id);

alter table seeing_as add constraint seeing_as_session_id_fkey FOREIGN KEY (session_id) REFERENCES muster.auth_session(id) ON DELETE CASCADE;

alter table seeing_as add constraint seeing_as_team_id_fkey FOREIGN KEY (team_id) REFERENCES muster.team(id) ON DELETE CASCADE;

alter table seeing_as add constraint seeing_as_team_user_id_fkey FOREIGN KEY (team_user_id) REFERENCES muster.team_user(id) ON DELETE CASCADE;

alter table seeing_as add constraint seeing_as_user_role_id_fkey FOREIGN KEY (user_role_id) REFERENCES muster.user_role(id) ON DELETE CASCADE;

alter table setting add constraint setting_pkey PRIMARY KEY (team_user_id, key);

alter table setting add constraint setting_team_user_id_fkey FOREIGN KEY (team_user_id) REFERENCES muster.team_user(id) ON DELETE CASCADE;

alter table system_setting add constraint system_setting_pkey PRIMARY KEY (key);

alter table team add constraint team_default_data_language_check CHECK ((default_data_language = ANY (ARRAY['en'::text, 'es'::text, 'fr'::text])));

alter table team add constraint team_default_interface_language_check CHECK ((default_interface_language = ANY (ARRAY['en'::text, 'es'::text, 'fr'::text])));

alter table team add constraint team_enum_app_brand_id_check CHECK (((enum_app_brand_id >= 1) AND (enum_app_brand_id <= 4)));

alter table team add constraint team_max_messages_per_day_check CHECK ((max_messages_per_day >= 0));

alter table team add constraint team_max_records_check CHECK ((max_records >= 0));

alter table team add constraint team_max_storage_bytes_check CHECK ((max_storage_bytes >= 0));

alter table team add constraint team_max_users_check CHECK ((max_users >= 0));

alter table team add constraint team_pkey PRIMARY KEY (id);

alter table team_user add constraint team_user_email_linked UNIQUE (team_id, user_id);

alter table team_user add constraint team_user_interface_language_check CHECK ((interface_language = ANY (ARRAY['en'::text, 'es'::text, 'fr'::text])));

alter table team_user add constraint team_user_invited_by_fkey FOREIGN KEY (invited_by) REFERENCES muster.team_user(id) ON DELETE SET NULL;

alter table team_user add constraint team_user_pkey PRIMARY KEY (id);

alter table team_user add constraint team_user_team_id_fkey FOREIGN KEY (team_id) REFERENCES muster.team(id) ON DELETE CASCADE;

alter table team_user add constraint team_user_user_id_fkey FOREIGN KEY (user_id) REFERENCES muster.app_user(id) ON DELETE CASCADE;

alter table team_user_role add constraint team_user_role_pkey PRIMARY KEY (team_user_id, user_role_id);

alter table team_user_role add constraint team_user_role_team_user_id_fkey FOREIGN KEY (team_user_id) REFERENCES muster.team_user(id) ON DELETE CASCADE;

alter table team_user_role add constraint team_user_role_user_role_id_fkey FOREIGN KEY (user_role_id) REFERENCES muster.user_role(id) ON DELETE CASCADE;

alter table user_role add constraint user_role_pkey PRIMARY KEY (id);

alter table user_role add constraint user_role_team_id_fkey FOREIGN KEY (team_id) REFERENCES muster.team(id) ON DELETE CASCADE;

alter table view_feed add constraint view_feed_data_view_id_fkey FOREIGN KEY (data_view_id) REFERENCES muster.data_view(id) ON DELETE CASCADE;

alter table view_feed add constraint view_feed_pkey PRIMARY KEY (data_view_id, team_user_id);

alter table view_feed add constraint view_feed_team_id_fkey FOREIGN KEY (team_id) REFERENCES muster.team(id) ON DELETE CASCADE;

alter table view_feed add constraint view_feed_team_user_id_fkey FOREIGN KEY (team_user_id) REFERENCES muster.team_user(id) ON DELETE CASCADE;

alter table webhook add constraint webhook_api_token_id_fkey FOREIGN KEY (api_token_id) REFERENCES muster.api_token(id) ON DELETE CASCADE;

alter table webhook add constraint webhook_kinds_check CHECK ((cardinality(kinds) > 0));

alter table webhook add constraint webhook_pkey PRIMARY KEY (id);

alter table webhook add constraint webhook_team_id_fkey FOREIGN KEY (team_id) REFERENCES muster.team(id) ON DELETE CASCADE;

alter table webhook add constraint webhook_team_user_id_fkey FOREIGN KEY (team_user_id) REFERENCES muster.team_user(id) ON DELETE CASCADE;

alter table wizard_link add constraint wizard_link_data_collection_id_fkey FOREIGN KEY (data_collection_id) REFERENCES muster.data_collection(id) ON DELETE CASCADE;

alter table wizard_link add constraint wizard_link_data_wizard_id_fkey FOREIGN KEY (data_wizard_id) REFERENCES muster.data_wizard(id) ON DELETE CASCADE;

alter table wizard_link add constraint wizard_link_pkey PRIMARY KEY (id);

alter table wizard_link add constraint wizard_link_team_id_fkey FOREIGN KEY (team_id) REFERENCES muster.team(id) ON DELETE CASCADE;

alter table wizard_step add constraint wizard_step_data_wizard_id_fkey FOREIGN KEY (data_wizard_id) REFERENCES muster.data_wizard(id) ON DELETE CASCADE;

alter table wizard_step add constraint wizard_step_pkey PRIMARY KEY (id);

alter table wizard_step add constraint wizard_step_team_id_fkey FOREIGN KEY (team_id) REFERENCES muster.team(id) ON DELETE CASCADE;

alter table wizard_step_task add constraint wizard_step_task_pkey PRIMARY KEY (id);

alter table wizard_step_task add constraint wizard_step_task_team_id_fkey FOREIGN KEY (team_id) REFERENCES muster.team(id) ON DELETE CASCADE;

alter table wizard_step_task add constraint wizard_step_task_wizard_step_id_fkey FOREIGN KEY (wizard_step_id) REFERENCES muster.wizard_step(id) ON DELETE CASCADE;

-- indexes

CREATE INDEX api_token_team_id ON muster.api_token USING btree (team_id);

CREATE INDEX api_token_team_user_id ON muster.api_token USING btree (team_user_id);

CREATE INDEX app_user_by_email ON muster.app_user USING btree (email, id);

CREATE INDEX app_user_by_name ON muster.app_user USING btree (lower(name) COLLATE "und-x-icu", id);

CREATE INDEX app_user_by_sign_in ON muster.app_user USING btree (COALESCE(last_sign_in_at, '-infinity'::timestamp with time zone), id);

CREATE INDEX app_user_search ON muster.app_user USING gin ((((lower(name) || ' '::text) || email)) public.gin_trgm_ops);

CREATE INDEX app_user_sys_admin ON muster.app_user USING btree (id) WHERE is_sys_admin;

CREATE INDEX attempt_since ON muster.attempt USING btree (since);

CREATE INDEX audit_event_name ON muster.audit_event USING gin (subject_name public.gin_trgm_ops);

CREATE INDEX audit_event_system ON muster.audit_event USING btree (at DESC, id DESC) WHERE ((team_id IS NULL) OR (subject = ANY (ARRAY['team'::text, 'app_user'::text, 'session'::text, 'system_setting'::text, 'backup'::text])));

CREATE INDEX audit_event_system_user ON muster.audit_event USING btree (user_id, at DESC, id DESC) WHERE ((team_id IS NULL) OR (subject = ANY (ARRAY['team'::text, 'app_user'::text, 'session'::text, 'system_setting'::text, 'backup'::text])));

CREATE INDEX audit_event_team ON muster.audit_event USING btree (team_id, at DESC, id DESC);

CREATE INDEX audit_event_team_subject ON muster.audit_event USING btree (team_id, subject, at DESC, id DESC);

CREATE INDEX audit_event_team_user ON muster.audit_event USING btree (team_id, user_id, at DESC, id DESC);

CREATE INDEX auth_account_user_id ON muster.auth_account USING btree (user_id);

CREATE INDEX auth_session_user_id ON muster.auth_session USING btree (user_id);

CREATE INDEX auth_verification_identifier ON muster.auth_verification USING btree (identifier);

CREATE UNIQUE INDEX backup_under_way ON muster.backup USING btree ((true)) WHERE (state = ANY (ARRAY['queued'::text, 'running'::text]));

CREATE INDEX bookmark_newest ON muster.bookmark USING btree (team_user_id, created_at DESC, record_id DESC);

CREATE INDEX calendar_date_info_collection ON muster.calendar_date_info USING btree (data_collection_id);

CREATE INDEX calendar_date_info_date_field ON muster.calendar_date_info USING btree (date_field_id);

CREATE INDEX data_card_collection ON muster.data_card USING btree (data_collection_id);

CREATE INDEX data_card_field_field ON muster.data_card_field USING btree (data_field_id);

CREATE INDEX data_card_group_card_card ON muster.data_card_group_card USING btree (data_card_id);

CREATE INDEX data_card_group_collection ON muster.data_card_group USING btree (data_collection_id);

CREATE INDEX data_card_group_team ON muster.data_card_group USING btree (team_id);

CREATE INDEX data_card_source_field ON muster.data_card USING btree (source_field_id);

CREATE INDEX data_card_team ON muster.data_card USING btree (team_id);

CREATE UNIQUE INDEX data_collection_internal ON muster.data_collection USING btree (team_id, internal_kind) WHERE (internal_kind IS NOT NULL);

CREATE UNIQUE INDEX data_collection_name ON muster.data_collection USING btree (team_id, lower(name)) WHERE ((deleted_at IS NULL) AND (NOT is_internal_configuration));

CREATE UNIQUE INDEX data_collection_table ON muster.data_collection USING btree (team_id, table_name) WHERE (parent_id IS NULL);

CREATE INDEX data_collection_team ON muster.data_collection USING btree (team_id);

CREATE INDEX data_export_team ON muster.data_export USING btree (team_id, id DESC);

CREATE INDEX data_field_team ON muster.data_field USING btree (team_id);

CREATE INDEX data_import_team ON muster.data_import USING btree (team_id, team_user_id, id DESC);

CREATE INDEX data_permission_team ON muster.data_permission USING btree (team_id);

CREATE INDEX data_view_collection ON muster.data_view USING btree (data_collection_id);

CREATE UNIQUE INDEX data_view_name ON muster.data_view USING btree (team_id, lower(internal_name)) WHERE (sharing <> 'personal'::text);

CREATE INDEX data_view_owned_by ON muster.data_view USING btree (owned_by);

CREATE UNIQUE INDEX data_view_personal_name ON muster.data_view USING btree (team_id, owned_by, lower(internal_name)) WHERE (sharing = 'personal'::text);

CREATE UNIQUE INDEX data_view_public_key ON muster.data_view USING btree (public_key);

CREATE UNIQUE INDEX data_wizard_name ON muster.data_wizard USING btree (team_id, lower(name)) WHERE (deleted_at IS NULL);

CREATE INDEX data_wizard_version_team_id ON muster.data_wizard_version USING btree (team_id);

CREATE INDEX displayed_field_field ON muster.displayed_field USING btree (data_field_id);

CREATE INDEX export_role_team ON muster.export_role USING btree (team_id);

CREATE INDEX external_access_link_collection ON muster.external_access_link USING btree (data_collection_id);

CREATE INDEX external_access_link_email_field ON muster.external_access_link USING btree (email_field_id);

CREATE INDEX external_access_link_sms_field ON muster.external_access_link USING btree (sms_field_id);

CREATE INDEX external_access_link_team_id ON muster.external_access_link USING btree (team_id);

CREATE INDEX external_access_link_wizard ON muster.external_access_link USING btree (data_wizard_id);

CREATE INDEX filter_field_field ON muster.filter_field USING btree (data_field_id);

CREATE INDEX idempotency_key_created_at ON muster.idempotency_key USING btree (created_at);

CREATE UNIQUE INDEX import_mapping_name ON muster.import_mapping USING btree (data_collection_id, lower(name));

CREATE INDEX import_mapping_team ON muster.import_mapping USING btree (team_id);

CREATE UNIQUE INDEX message_sender_hook ON muster.message_sender USING btree (hook_key_hash) WHERE (hook_key_hash IS NOT NULL);

CREATE UNIQUE INDEX message_sender_name ON muster.message_sender USING btree (team_id, lower(name)) WHERE (deleted_at IS NULL);

CREATE UNIQUE INDEX message_subject_name ON muster.message_subject USING btree (team_id, lower(external_name)) WHERE (deleted_at IS NULL);

CREATE UNIQUE INDEX message_template_name ON muster.message_template USING btree (team_id, lower(internal_name)) WHERE (status <> 'ARCHIVED'::text);

CREATE INDEX message_template_team_id ON muster.message_template USING btree (team_id);

CREATE INDEX outgoing_message_approved_by ON muster.outgoing_message USING btree (approved_by);

CREATE UNIQUE INDEX outgoing_message_automatic ON muster.outgoing_message USING btree (wizard_step_task_id, message_template_id) WHERE (is_automatic AND (deleted_at IS NULL) AND (status <> 'ARCHIVED'::text));

CREATE INDEX outgoing_message_created_by ON muster.outgoing_message USING btree (created_by);

CREATE INDEX outgoing_message_due ON muster.outgoing_message USING btree (scheduled_at) WHERE (status = 'SCHEDULED'::text);

CREATE INDEX outgoing_message_event_by ON muster.outgoing_message_event USING btree (by_team_user);

CREATE INDEX outgoing_message_owned_by ON muster.outgoing_message USING btree (owned_by);

CREATE INDEX outgoing_message_sending ON muster.outgoing_message USING btree (sender_id) WHERE ((status = 'SENDING'::text) AND (paused_at IS NULL));

CREATE INDEX outgoing_message_status ON muster.outgoing_message USING btree (team_id, status, created_at DESC) WHERE (deleted_at IS NULL);

CREATE INDEX outgoing_message_subject ON muster.outgoing_message USING btree (subject_id);

CREATE INDEX outgoing_message_submitted_by ON muster.outgoing_message USING btree (submitted_by);

CREATE INDEX outgoing_message_template ON muster.outgoing_message USING btree (message_template_id);

CREATE INDEX seeing_as_team_id ON muster.seeing_as USING btree (team_id);

CREATE INDEX seeing_as_team_user_id ON muster.seeing_as USING btree (team_user_id) WHERE (team_user_id IS NOT NULL);

CREATE INDEX seeing_as_user_role_id ON muster.seeing_as USING btree (user_role_id) WHERE (user_role_id IS NOT NULL);

CREATE INDEX team_by_created ON muster.team USING btree (created_at, id);

CREATE INDEX team_by_name ON muster.team USING btree (lower(name) COLLATE "und-x-icu", id);

CREATE INDEX team_deleted ON muster.team USING btree (deleted_at) WHERE (deleted_at IS NOT NULL);

CREATE INDEX team_search ON muster.team USING gin (lower(((name || ' '::text) || description)) public.gin_trgm_ops);

CREATE INDEX team_user_role_role ON muster.team_user_role USING btree (user_role_id);

CREATE INDEX team_user_user_id ON muster.team_user USING btree (user_id);

CREATE UNIQUE INDEX user_role_member ON muster.user_role USING btree (team_id) WHERE is_member;

CREATE UNIQUE INDEX user_role_name ON muster.user_role USING btree (team_id, lower(role_name));

CREATE INDEX view_feed_team ON muster.view_feed USING btree (team_id);

CREATE INDEX view_feed_team_user ON muster.view_feed USING btree (team_user_id);

CREATE UNIQUE INDEX view_feed_token ON muster.view_feed USING btree (token_hash);

CREATE INDEX webhook_api_token_id ON muster.webhook USING btree (api_token_id);

CREATE INDEX webhook_team_id ON muster.webhook USING btree (team_id);

CREATE INDEX webhook_team_user_id ON muster.webhook USING btree (team_user_id);

CREATE INDEX wizard_link_collection ON muster.wizard_link USING btree (data_collection_id);

CREATE INDEX wizard_link_team_id ON muster.wizard_link USING btree (team_id);

CREATE INDEX wizard_link_wizard ON muster.wizard_link USING btree (data_wizard_id);

CREATE INDEX wizard_step_task_step ON muster.wizard_step_task USING btree (wizard_step_id, execution_rank);

CREATE INDEX wizard_step_task_team_id ON muster.wizard_step_task USING btree (team_id);

CREATE INDEX wizard_step_team_id ON muster.wizard_step USING btree (team_id);

CREATE INDEX wizard_step_wizard ON muster.wizard_step USING btree (data_wizard_id, execution_rank);

-- functions

CREATE OR REPLACE FUNCTION muster.refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception '% is append-only', tg_table_name;
end
$function$
;

-- triggers

CREATE TRIGGER audit_event_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON muster.audit_event FOR EACH STATEMENT EXECUTE FUNCTION muster.refuse_change();

-- schema team_N

-- tables

create table data_record (
  id bigint not null default nextval('team_N.record_id'::regclass),
  data_collection_id bigint not null,
  name text not null default ''::text,
  avatar text,
  version integer not null default 1,
  created_at timestamp with time zone not null default now(),
  created_by bigint,
  updated_at timestamp with time zone not null default now(),
  updated_by bigint,
  deleted_at timestamp with time zone,
  search tsvector,
  search_pending text,
  named_at timestamp with time zone default now()
); -- with (toast_tuple_target=128, fillfactor=50)

create table duplicate_group (
  scan_id bigint not null,
  n integer not null,
  certainty integer not null,
  is_certain boolean not null,
  dismissed_at timestamp with time zone,
  merged_by bigint,
  differs text[] not null default '{}'::text[]
);

create table duplicate_member (
  scan_id bigint not null,
  n integer not null,
  record_id bigint not null,
  version integer not null
);

create table duplicate_scan (
  id bigint not null generated always as identity,
  data_collection_id bigint not null,
  team_user_id bigint not null,
  rules jsonb not null,
  ignores_email_tags boolean not null,
  similarity double precision not null,
  status text not null default 'queued'::text,
  processed integer not null default 0,
  total integer not null default 0,
  group_count integer not null default 0,
  record_count integer not null default 0,
  error text,
  created_at timestamp with time zone not null default now(),
  finished_at timestamp with time zone,
  merge_status text,
  merge_groups jsonb,
  merge_processed integer not null default 0,
  merge_total integer not null default 0,
  merged_groups integer not null default 0,
  skipped_groups integer not null default 0,
  merge_error text,
  merge_operation_id bigint
);

create table field_counter (
  field_id bigint not null,
  last bigint not null
);

create table file (
  id uuid not null default gen_random_uuid(),
  name text not null,
  size bigint not null,
  kind text not null,
  mime_type text not null,
  sha256 text not null,
  thumbnail text,
  created_at timestamp with time zone not null default now(),
  created_by bigint,
  owner jsonb
);

create table file_use (
  file_id uuid not null,
  record_id bigint not null
);

create table log_created (
  operation_id bigint not null,
  first_id bigint not null,
  last_id bigint not null,
  txid bigint not null default txid_current()
);

create table log_event (
  operation_id bigint not null,
  record_id bigint not null,
  type text not null,
  version integer not null default 1,
  before jsonb,
  after jsonb,
  txid bigint default txid_current()
);

create table membership (
  data_collection_id bigint not null,
  record_id bigint not null,
  "position" double precision not null default 0
);

create table merged_record (
  record_id bigint not null,
  survivor_id bigint not null,
  operation_id bigint not null
);

create table message_address_score (
  channel text not null,
  address_hash bytea not null,
  soft real not null default 0,
  last_soft_at timestamp with time zone not null default now()
);

create table message_consent_event (
  id bigint not null generated always as identity,
  channel text not null,
  address_hash bytea not null,
  subject_id bigint,
  at timestamp with time zone not null default now(),
  what text not null,
  text_shown text,
  source text not null,
  network text
);

create table message_inbound (
  id bigint not null generated always as identity,
  sender_id bigint not null,
  from_hash bytea not null,
  body text,
  at timestamp with time zone not null default now(),
  handled_as text not null,
  provider_event text
);

create table message_link (
  id bigint not null generated always as identity,
  message_id bigint not null,
  language text not null,
  "position" integer not null,
  url text not null
);

create table message_notification (
  id bigint not null generated always as identity,
  recipient_id bigint not null,
  message_id bigint not null,
  at timestamp with time zone not null default now(),
  type smallint not null,
  is_machine boolean not null default false,
  link_id bigint,
  detail text,
  provider_event text
);

create table message_recipient (
  id bigint not null generated always as identity,
  message_id bigint not null,
  record_id bigint,
  data_collection_id bigint,
  address text,
  address_hash bytea,
  cause uuid not null default '00000000-0000-0000-0000-000000000000'::uuid,
  language text not null,
  "values" jsonb not null default '{}'::jsonb,
  priority smallint not null default 10,
  state text not null,
  reason text,
  lane_owner uuid,
  handed_at timestamp with time zone,
  tries smallint not null default 0,
  retry_at timestamp with time zone,
  provider_id text,
  last_type smallint,
  last_at timestamp with time zone,
  detail text
);

create table message_subscription (
  subject_id bigint not null,
  channel text not null,
  address_hash bytea not null,
  address text,
  language text,
  state text not null,
  at timestamp with time zone not null default now()
);

create table message_suppression (
  channel text not null,
  address_hash bytea not null,
  address text,
  reason text not null,
  since timestamp with time zone not null default now(),
  until timestamp with time zone,
  recipient_id bigint
);

create table not_duplicate (
  record_a bigint not null,
  record_b bigint not null,
  team_user_id bigint,
  at timestamp with time zone not null default now()
);

create table operation (
  id bigint not null generated always as identity,
  kind text not null,
  team_user_id bigint,
  at timestamp with time zone not null default now(),
  record_count bigint not null default 0,
  details jsonb,
  undoes bigint,
  undone_by bigint,
  actor jsonb
);

create table search_word (
  word text collate "C" not null
);

create table search_words_read (
  id integer not null default 1,
  named_at timestamp with time zone not null default '-infinity'::timestamp with time zone,
  record_id bigint not null default 0
);

create table web_picture (
  address_hash text not null,
  problem text,
  bytes bigint not null default 0,
  fetched_at timestamp with time zone not null default now()
);

create table webhook_delivery (
  id bigint not null generated always as identity,
  webhook_id bigint not null,
  operation_id bigint not null,
  kind text not null,
  record_ids bigint[] not null,
  at timestamp with time zone not null,
  state text not null default 'waiting'::text,
  attempts integer not null default 0,
  first_attempt_at timestamp with time zone,
  next_at timestamp with time zone,
  ended_at timestamp with time zone,
  status integer,
  error text
);

create table wizard_run (
  id bigint not null generated always as identity,
  data_wizard_id bigint not null,
  version_id bigint not null,
  state text not null default 'waiting'::text,
  is_dry boolean not null default false,
  team_user_id bigint,
  key_hash bytea,
  token_hash bytea,
  bound_record_id bigint,
  is_proven boolean not null default false,
  language text not null,
  segment_start integer not null default 0,
  variables jsonb not null default '{}'::jsonb,
  answers jsonb not null default '{}'::jsonb,
  prefill jsonb not null default '{}'::jsonb,
  wizard_step_id bigint,
  step_task_id bigint,
  step_token uuid not null default gen_random_uuid(),
  last_token uuid,
  operation_id bigint,
  parent_run_id bigint,
  outcome jsonb,
  error text,
  started_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  ended_at timestamp with time zone
);

create table wizard_run_event (
  run_id bigint not null,
  n integer not null,
  at timestamp with time zone not null default now(),
  kind text not null,
  wizard_step_id bigint,
  step_task_id bigint,
  ms integer,
  detail jsonb not null default '{}'::jsonb
);

create table wizard_verification (
  id uuid not null default gen_random_uuid(),
  data_wizard_id bigint not null,
  channel text not null,
  address_hash bytea not null,
  code_hash bytea not null,
  tries integer not null default 0,
  record_ids bigint[] not null default '{}'::bigint[],
  data_collection_id bigint,
  used_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null
);

-- constraints

alter table data_record add constraint data_record_pkey PRIMARY KEY (id);

alter table duplicate_group add constraint duplicate_group_pkey PRIMARY KEY (scan_id, n);

alter table duplicate_member add constraint duplicate_member_pkey PRIMARY KEY (scan_id, n, record_id);

alter table duplicate_scan add constraint duplicate_scan_pkey PRIMARY KEY (id);

alter table field_counter add constraint field_counter_pkey PRIMARY KEY (field_id);

alter table file add constraint file_pkey PRIMARY KEY (id);

alter table file_use add constraint file_use_pkey PRIMARY KEY (file_id, record_id);

alter table log_created add constraint log_created_pkey PRIMARY KEY (operation_id, first_id);

alter table log_event add constraint log_event_pkey PRIMARY KEY (operation_id, record_id);

alter table membership add constraint membership_pkey PRIMARY KEY (data_collection_id, record_id);

alter table merged_record add constraint merged_record_pkey PRIMARY KEY (record_id);

alter table message_address_score add constraint message_address_score_pkey PRIMARY KEY (channel, address_hash);

alter table message_consent_event add constraint message_consent_event_pkey PRIMARY KEY (id);

alter table message_inbound add constraint message_inbound_pkey PRIMARY KEY (id);

alter table message_inbound add constraint message_inbound_provider_event_key UNIQUE (provider_event);

alter table message_link add constraint message_link_message_id_language_position_key UNIQUE (message_id, language, "position");

alter table message_link add constraint message_link_pkey PRIMARY KEY (id);

alter table message_notification add constraint message_notification_pkey PRIMARY KEY (id);

alter table message_recipient add constraint message_recipient_pkey PRIMARY KEY (id);

alter table message_subscription add constraint message_subscription_pkey PRIMARY KEY (subject_id, channel, address_hash);

alter table message_subscription add constraint message_subscription_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'subscribed'::text, 'unsubscribed'::text])));

alter table message_suppression add constraint message_suppression_pkey PRIMARY KEY (channel, address_hash);

alter table message_suppression add constraint message_suppression_reason_check CHECK ((reason = ANY (ARRAY['bounce'::text, 'complaint'::text, 'manual'::text, 'stop'::text, 'unsubscribed'::text])));

alter table not_duplicate add constraint not_duplicate_check CHECK ((record_a < record_b));

alter table not_duplicate add constraint not_duplicate_pkey PRIMARY KEY (record_a, record_b);

alter table operation add constraint operation_pkey PRIMARY KEY (id);

alter table search_word add constraint search_word_pkey PRIMARY KEY (word);

alter table search_words_read add constraint search_words_read_id_check CHECK ((id = 1));

alter table search_words_read add constraint search_words_read_pkey PRIMARY KEY (id);

alter table web_picture add constraint web_picture_pkey PRIMARY KEY (address_hash);

alter table webhook_delivery add constraint webhook_delivery_pkey PRIMARY KEY (id);

alter table wizard_run add constraint wizard_run_pkey PRIMARY KEY (id);

alter table wizard_run_event add constraint wizard_run_event_pkey PRIMARY KEY (run_id, n);

alter table wizard_verification add constraint wizard_verification_pkey PRIMARY KEY (id);

-- indexes

CREATE INDEX data_record_deleted ON team_N.data_record USING btree (deleted_at) WHERE (deleted_at IS NOT NULL);

CREATE INDEX data_record_name ON team_N.data_record USING btree (data_collection_id, "left"(team_N.fold(name), 100) COLLATE "C", id) WHERE (search IS NOT NULL);

CREATE INDEX data_record_named ON team_N.data_record USING btree (named_at, id) WHERE (named_at IS NOT NULL);

CREATE INDEX data_record_search ON team_N.data_record USING gin (search) WITH (fastupdate='on', gin_pending_list_limit='16384') WHERE (search IS NOT NULL);

CREATE INDEX data_record_search_pending ON team_N.data_record USING btree (id) WHERE ((search IS NULL) AND (search_pending IS NOT NULL) AND (deleted_at IS NULL));

CREATE INDEX data_record_words ON team_N.data_record USING gin (team_N.search_document(name)) WITH (fastupdate=off) WHERE (search IS NOT NULL);

CREATE INDEX duplicate_member_record ON team_N.duplicate_member USING btree (record_id);

CREATE INDEX duplicate_scan_owner ON team_N.duplicate_scan USING btree (team_user_id, data_collection_id, id DESC);

CREATE INDEX file_visitor ON team_N.file USING btree (((owner ->> 'id'::text))) WHERE ((owner ->> 'kind'::text) = 'visitor'::text);

CREATE INDEX log_event_record ON team_N.log_event USING btree (record_id, operation_id DESC);

CREATE INDEX log_event_txid ON team_N.log_event USING brin (txid) WITH (autosummarize='on');

CREATE INDEX membership_record ON team_N.membership USING btree (record_id);

CREATE INDEX merged_record_operation ON team_N.merged_record USING btree (operation_id);

CREATE INDEX message_consent_event_address ON team_N.message_consent_event USING btree (address_hash, id);

CREATE UNIQUE INDEX message_notification_event ON team_N.message_notification USING btree (provider_event) WHERE (provider_event IS NOT NULL);

CREATE INDEX message_notification_message ON team_N.message_notification USING btree (message_id, type, recipient_id);

CREATE INDEX message_notification_recipient ON team_N.message_notification USING btree (recipient_id, id DESC);

CREATE INDEX message_recipient_address ON team_N.message_recipient USING btree (address_hash);

CREATE INDEX message_recipient_handed ON team_N.message_recipient USING btree (message_id, handed_at) WHERE (handed_at IS NOT NULL);

CREATE INDEX message_recipient_message ON team_N.message_recipient USING btree (message_id, state, id);

CREATE INDEX message_recipient_next ON team_N.message_recipient USING btree (message_id, priority, id) WHERE (state = 'waiting'::text);

CREATE UNIQUE INDEX message_recipient_once ON team_N.message_recipient USING btree (message_id, address_hash, cause) WHERE (state <> 'excluded'::text);

CREATE INDEX message_recipient_open ON team_N.message_recipient USING btree (lane_owner) WHERE (state = ANY (ARRAY['claimed'::text, 'handing'::text]));

CREATE INDEX message_recipient_provider ON team_N.message_recipient USING btree (provider_id) WHERE (provider_id IS NOT NULL);

CREATE INDEX message_recipient_record ON team_N.message_recipient USING btree (record_id, id DESC);

CREATE INDEX message_subscription_address ON team_N.message_subscription USING btree (channel, address_hash);

CREATE INDEX message_suppression_since ON team_N.message_suppression USING btree (since DESC);

CREATE INDEX not_duplicate_b ON team_N.not_duplicate USING btree (record_b);

CREATE INDEX operation_user ON team_N.operation USING btree (team_user_id, id DESC);

CREATE INDEX web_picture_fetched ON team_N.web_picture USING btree (fetched_at);

CREATE INDEX webhook_delivery_waiting ON team_N.webhook_delivery USING btree (webhook_id, id) WHERE (state = 'waiting'::text);

CREATE INDEX webhook_delivery_webhook ON team_N.webhook_delivery USING btree (webhook_id, id DESC);

CREATE INDEX wizard_run_bound ON team_N.wizard_run USING btree (bound_record_id) WHERE (bound_record_id IS NOT NULL);

CREATE INDEX wizard_run_event_step ON team_N.wizard_run_event USING btree (wizard_step_id, kind);

CREATE INDEX wizard_run_open ON team_N.wizard_run USING btree (updated_at) WHERE (state = ANY (ARRAY['waiting'::text, 'background'::text]));

CREATE UNIQUE INDEX wizard_run_operation ON team_N.wizard_run USING btree (operation_id) WHERE (operation_id IS NOT NULL);

CREATE INDEX wizard_run_team_user ON team_N.wizard_run USING btree (team_user_id, id DESC) WHERE (state = 'waiting'::text);

CREATE UNIQUE INDEX wizard_run_token ON team_N.wizard_run USING btree (token_hash) WHERE (state = ANY (ARRAY['waiting'::text, 'background'::text, 'done'::text]));

CREATE INDEX wizard_run_wizard ON team_N.wizard_run USING btree (data_wizard_id, id DESC);

CREATE INDEX wizard_verification_expires ON team_N.wizard_verification USING btree (expires_at);

-- functions

CREATE OR REPLACE FUNCTION team_N.fold(value text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (octet_length(value) = length(value)) THEN lower(value) ELSE translate(replace(replace(replace(lower(regexp_replace(NORMALIZE(value, NFKD), '[\u0300-\u034E\u0350-\u036F]'::text, ''::text, 'g'::text)), 'ß'::text, 'ss'::text), 'œ'::text, 'oe'::text), 'æ'::text, 'ae'::text), 'ςøłđı’‘'::text, 'σoldi'''''::text) END
;

CREATE OR REPLACE FUNCTION team_N.items_total(items jsonb)
 RETURNS numeric
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
    select case jsonb_typeof(items)
      when 'object' then (items ->> 'total')::numeric
      when 'array' then (select sum((e ->> 'total')::numeric) from jsonb_array_elements(items) e) end
  $function$
;

CREATE OR REPLACE FUNCTION team_N.plain_text(html text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
    select btrim(regexp_replace(replace(replace(replace(replace(replace(replace(
      regexp_replace(regexp_replace(html,
        '<(br|hr|/(p|div|li|h[1-6]|tr|td|th|blockquote|pre|ul|ol|table))[^<>]*>', ' ', 'g'), '<[^<>]*>', '', 'g'),
      '&nbsp;', ' '), '&lt;', '<'), '&gt;', '>'), '&quot;', '"'), '&#39;', ''''), '&amp;', '&'),
      '[ \t\n\r]+', ' ', 'g'), ' ')
  $function$
;

CREATE OR REPLACE FUNCTION team_N.search_document(value text)
 RETURNS tsvector
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$ select to_tsvector('"team_N".words'::regconfig, translate(value, '@./-_:', '      ')) $function$
;
