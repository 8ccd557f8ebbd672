-- Changes of structure and of rights. Without foreign keys, since the log outlives what it is about.
create table muster.audit_event (
  id bigint generated always as identity primary key,
  -- Null for the system as a whole.
  team_id bigint,
  at timestamptz not null default now(),
  -- Null for the system itself.
  user_id text,
  team_user_id bigint,
  subject text not null,
  -- The id of what was changed; text, since ids of users and settings are.
  subject_id text not null,
  -- Its name at that time.
  subject_name text not null default '',
  action text not null,
  -- Only what changed.
  before jsonb,
  after jsonb,
  -- The client's address.
  network inet
);
create index audit_event_team on muster.audit_event (team_id, id desc);
create index audit_event_id_desc on muster.audit_event (id desc);

create function muster.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name;
end
$$;
create trigger audit_event_append_only before update or delete or truncate on muster.audit_event
  for each statement execute function muster.refuse_change();

alter table muster.user_role add column version int not null default 1;

alter table muster.team add column version int not null default 1;
-- A suspended team cannot be opened; a deleted one is removed for good after 30 days.
alter table muster.team add column suspended_at timestamptz;
alter table muster.team add column deleted_at timestamptz;
-- Whether only the roles in export_role may export; team admins always may.
alter table muster.team add column limits_exports boolean not null default false;
-- Quotas; null for none.
alter table muster.team add column max_records bigint check (max_records > 0);
alter table muster.team add column max_storage_bytes bigint check (max_storage_bytes > 0);

create table muster.export_role (
  user_role_id bigint primary key references muster.user_role (id) on delete cascade,
  team_id bigint not null references muster.team (id) on delete cascade
);
create index export_role_team on muster.export_role (team_id);

create table muster.system_setting (
  key text primary key,
  value jsonb not null,
  updated_at timestamptz not null default now(),
  updated_by text
);
