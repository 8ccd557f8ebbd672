-- Wizards: steps with tasks, edited in the builder. Runs execute a version, which never changes.
create table muster.data_wizard (
  id bigint generated always as identity primary key,
  team_id bigint not null references muster.team (id) on delete cascade,
  name text not null,
  -- Everything else of `wizardSettings` in the contract.
  settings jsonb not null default '{}',
  -- Raised by every change of the wizard, its steps and tasks.
  version int not null default 1,
  -- The version that new runs get.
  live_version_id bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);

create unique index data_wizard_name on muster.data_wizard (team_id, lower(name)) where deleted_at is null;

create table muster.wizard_step (
  id bigint generated always as identity primary key,
  team_id bigint not null references muster.team (id) on delete cascade,
  data_wizard_id bigint not null references muster.data_wizard (id) on delete cascade,
  execution_rank int not null,
  -- `stepSettings` in the contract.
  settings jsonb not null
);

create index wizard_step_wizard on muster.wizard_step (data_wizard_id, execution_rank);

create index wizard_step_team_id on muster.wizard_step (team_id);

create table muster.wizard_step_task (
  id bigint generated always as identity primary key,
  team_id bigint not null references muster.team (id) on delete cascade,
  wizard_step_id bigint not null references muster.wizard_step (id) on delete cascade,
  type text not null,
  execution_rank int not null,
  -- `taskSettings` in the contract, without the type.
  settings jsonb not null
);

create index wizard_step_task_step on muster.wizard_step_task (wizard_step_id, execution_rank);

create index wizard_step_task_team_id on muster.wizard_step_task (team_id);

create table muster.data_wizard_version (
  id bigint generated always as identity primary key,
  team_id bigint not null references muster.team (id) on delete cascade,
  data_wizard_id bigint not null references muster.data_wizard (id) on delete cascade,
  number int not null,
  -- `WizardDefinition` in the contract.
  definition jsonb not null,
  hash text not null,
  created_at timestamptz not null default now(),
  unique (data_wizard_id, hash),
  unique (data_wizard_id, number)
);

create index data_wizard_version_team_id on muster.data_wizard_version (team_id);

-- Which records people without a session may be bound to, and by which address they prove who they are.
create table muster.external_access_link (
  id bigint generated always as identity primary key,
  team_id bigint not null references muster.team (id) on delete cascade,
  data_wizard_id bigint not null references muster.data_wizard (id) on delete cascade,
  data_collection_id bigint not null references muster.data_collection (id) on delete cascade,
  sms_field_id bigint references muster.data_field (id) on delete set null,
  email_field_id bigint references muster.data_field (id) on delete set null,
  -- Part of every token made with it: raising it revokes them all.
  generation int not null default 1
);

create index external_access_link_wizard on muster.external_access_link (data_wizard_id);

create index external_access_link_team_id on muster.external_access_link (team_id);

create index external_access_link_collection on muster.external_access_link (data_collection_id);

create index external_access_link_sms_field on muster.external_access_link (sms_field_id);

create index external_access_link_email_field on muster.external_access_link (email_field_id);

-- Wizards offered on a collection and in the menus of its records.
create table muster.wizard_link (
  id bigint generated always as identity primary key,
  team_id bigint not null references muster.team (id) on delete cascade,
  data_wizard_id bigint not null references muster.data_wizard (id) on delete cascade,
  data_collection_id bigint not null references muster.data_collection (id) on delete cascade,
  type text not null,
  description text not null default '',
  icon text not null default '',
  show_in_row_action_menus boolean not null default true
);

create index wizard_link_collection on muster.wizard_link (data_collection_id);

create index wizard_link_wizard on muster.wizard_link (data_wizard_id);

create index wizard_link_team_id on muster.wizard_link (team_id);
