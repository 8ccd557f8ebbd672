-- The platform: people, teams, roles, and the definitions of what teams keep. Records live in team schemas.
create extension if not exists pg_trgm;
create extension if not exists unaccent;

create table muster.app_user (
  id text primary key default gen_random_uuid()::text,
  name text not null,
  email text not null unique,
  email_verified boolean not null default false,
  image text,
  is_sys_admin boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint app_user_email_lower check (email = lower(email))
);

create table muster.auth_session (
  id text primary key default gen_random_uuid()::text,
  user_id text not null references muster.app_user (id) on delete cascade,
  token text not null unique,
  expires_at timestamptz not null,
  ip_address text,
  user_agent text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index auth_session_user_id on muster.auth_session (user_id);

create table muster.auth_account (
  id text primary key default gen_random_uuid()::text,
  user_id text not null references muster.app_user (id) on delete cascade,
  account_id text not null,
  provider_id text not null,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
  password text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (provider_id, account_id)
);
create index auth_account_user_id on muster.auth_account (user_id);

create table muster.auth_verification (
  id text primary key default gen_random_uuid()::text,
  identifier text not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index auth_verification_identifier on muster.auth_verification (identifier);

create table muster.team (
  id bigint generated always as identity primary key,
  name text not null,
  short_name text not null default '',
  primary_timezone text not null default 'UTC',
  default_interface_language text not null default 'en' check (default_interface_language in ('en', 'es', 'fr')),
  available_data_languages text[] not null default '{en}',
  default_data_language text not null default 'en' check (default_data_language in ('en', 'es', 'fr')),
  website text,
  billing_address text,
  country text not null default 'US',
  currency text not null default 'USD',
  square_logo text,
  horizontal_logo text,
  app_square_logo text,
  app_horizontal_logo text,
  enum_app_brand_id int not null default 1 check (enum_app_brand_id between 1 and 4),
  description text not null default '',
  -- Version of the team's schema (migrations/team), and of its model for the processes' caches.
  schema_version int not null default 0,
  model_version bigint not null default 1,
  created_at timestamptz not null default now()
);

create table muster.team_user (
  id bigint generated always as identity primary key,
  team_id bigint not null references muster.team (id) on delete cascade,
  user_id text not null references muster.app_user (id) on delete cascade,
  first_name text not null default '',
  last_name text not null default '',
  is_team_admin boolean not null default false,
  interface_language text check (interface_language in ('en', 'es', 'fr')),
  deactivated_as_of timestamptz,
  last_opened timestamptz,
  invited_at timestamptz,
  invited_by bigint references muster.team_user (id) on delete set null,
  activated_at timestamptz,
  invitation_cancelled_at timestamptz,
  created_at timestamptz not null default now(),
  constraint team_user_email_linked unique (team_id, user_id)
);
create index team_user_user_id on muster.team_user (user_id);

-- The role every active user holds is the one with is_member; Team Admin is no row, it is is_team_admin.
create table muster.user_role (
  id bigint generated always as identity primary key,
  team_id bigint not null references muster.team (id) on delete cascade,
  role_name text not null,
  description text not null default '',
  is_active boolean not null default true,
  is_member boolean not null default false,
  created_at timestamptz not null default now()
);
create unique index user_role_name on muster.user_role (team_id, lower(role_name));
create unique index user_role_member on muster.user_role (team_id) where is_member;

create table muster.team_user_role (
  team_user_id bigint not null references muster.team_user (id) on delete cascade,
  user_role_id bigint not null references muster.user_role (id) on delete cascade,
  primary key (team_user_id, user_role_id)
);
create index team_user_role_role on muster.team_user_role (user_role_id);

create table muster.feature_permission (
  user_role_id bigint not null references muster.user_role (id) on delete cascade,
  permission text not null,
  primary key (user_role_id, permission)
);

create table muster.data_collection (
  id bigint generated always as identity primary key,
  team_id bigint not null references muster.team (id) on delete cascade,
  parent_id bigint references muster.data_collection (id),
  name text not null,
  name_translations jsonb not null default '{}',
  plural_name text not null,
  plural_name_translations jsonb not null default '{}',
  description text not null default '',
  -- Of the root: the table in the team's schema. Children have the name of their root's.
  table_name text not null,
  icon text not null default 'fas fa-table',
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
  rank int not null default 0,
  version int not null default 1,
  created_at timestamptz not null default now(),
  deleted_at timestamptz
);
create index data_collection_team on muster.data_collection (team_id);
create unique index data_collection_name on muster.data_collection (team_id, lower(name)) where deleted_at is null;
create unique index data_collection_table on muster.data_collection (team_id, table_name) where parent_id is null;

create table muster.data_field (
  id bigint generated always as identity primary key,
  team_id bigint not null references muster.team (id) on delete cascade,
  -- The root collection whose table has the column.
  data_collection_id bigint not null references muster.data_collection (id) on delete cascade,
  title text not null,
  title_translations jsonb not null default '{}',
  column_name text not null,
  data_type text not null,
  description text not null default '',
  description_translations jsonb not null default '{}',
  help_text text not null default '',
  display_width text not null default 'full',
  is_required boolean not null default false,
  is_unique boolean not null default false,
  default_value jsonb,
  settings jsonb not null default '{}',
  rank int not null default 0,
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  unique (data_collection_id, column_name)
);
create index data_field_team on muster.data_field (team_id);
alter table muster.data_collection
  add foreign key (name_field_id) references muster.data_field (id) on delete set null,
  add foreign key (avatar_field_id) references muster.data_field (id) on delete set null;

-- What a role may do with data: on everything (both null), a collection, a field or a wizard; row_filter narrows it.
create table muster.data_permission (
  id bigint generated always as identity primary key,
  team_id bigint not null references muster.team (id) on delete cascade,
  user_role_id bigint not null references muster.user_role (id) on delete cascade,
  permission text not null,
  data_collection_id bigint references muster.data_collection (id) on delete cascade,
  data_field_id bigint references muster.data_field (id) on delete cascade,
  data_wizard_id bigint,
  row_filter jsonb
);
create index data_permission_team on muster.data_permission (team_id);

-- What a user's screens remember: column widths, order, pins, colour scheme.
create table muster.setting (
  team_user_id bigint not null references muster.team_user (id) on delete cascade,
  key text not null,
  value jsonb not null,
  updated_at timestamptz not null default now(),
  primary key (team_user_id, key)
);

create table muster.idempotency_key (
  user_id text not null,
  key text not null,
  request_hash text not null,
  status int,
  response text,
  created_at timestamptz not null default now(),
  primary key (user_id, key)
);
create index idempotency_key_created_at on muster.idempotency_key (created_at);

create table muster.data_import (
  id bigint generated always as identity primary key,
  team_id bigint not null references muster.team (id) on delete cascade,
  team_user_id bigint not null references muster.team_user (id) on delete cascade,
  data_collection_id bigint not null references muster.data_collection (id) on delete cascade,
  file_name text not null,
  file_size bigint not null,
  file_path text,
  status text not null,
  encoding text not null default 'utf-8',
  delimiter text not null default ',',
  has_header boolean not null default true,
  columns jsonb not null default '[]',
  preview jsonb not null default '[]',
  mapping jsonb,
  row_count bigint,
  -- Whether every row has as many cells as the widest, so that COPY can take the file as it is.
  is_even boolean not null default false,
  processed bigint not null default 0,
  created bigint not null default 0,
  rejected bigint not null default 0,
  reject_samples jsonb not null default '[]',
  error jsonb,
  operation_id bigint,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz
);
create index data_import_team on muster.data_import (team_id, team_user_id, id desc);
