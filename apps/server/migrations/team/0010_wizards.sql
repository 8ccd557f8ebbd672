-- Runs of wizards. Between two save points nothing is written but the answers: each step repeats the segment's tasks in
-- a transaction that is rolled back, and a save point repeats them once more and commits.
create table :schema.wizard_run (
  id bigint generated always as identity primary key,
  data_wizard_id bigint not null,
  version_id bigint not null,
  state text not null default 'waiting',
  -- Nothing it does is ever committed.
  is_dry boolean not null default false,
  -- Who runs it; null for people without a session.
  team_user_id bigint,
  -- Of the key that a visitor holds; null for those with a session.
  key_hash bytea,
  -- Of the personal link that started it.
  token_hash bytea,
  -- The record that a link, a verified address or a row action bound.
  bound_record_id bigint,
  -- Whether an address was verified, or the link was personal.
  is_proven boolean not null default false,
  language text not null,
  -- Where the current segment begins: the position of a step in the definition.
  segment_start int not null default 0,
  -- As of the last save point.
  variables jsonb not null default '{}',
  -- Since then, by task.
  answers jsonb not null default '{}',
  -- Texts from the address of the page.
  prefill jsonb not null default '{}',
  wizard_step_id bigint,
  step_task_id bigint,
  -- What the next answer has to send, and what the last one had sent.
  step_token uuid not null default gen_random_uuid(),
  last_token uuid,
  operation_id bigint,
  parent_run_id bigint,
  -- What its end leaves to show: exports, messages, the next wizard.
  outcome jsonb,
  error text,
  started_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  ended_at timestamptz
);

create index wizard_run_wizard on :schema.wizard_run (data_wizard_id, id desc);

create index wizard_run_open on :schema.wizard_run (updated_at) where state in ('waiting', 'background');

create index wizard_run_team_user on :schema.wizard_run (team_user_id, id desc) where state = 'waiting';

create index wizard_run_bound on :schema.wizard_run (bound_record_id) where bound_record_id is not null;

create unique index wizard_run_operation on :schema.wizard_run (operation_id) where operation_id is not null;

-- A personal link works once.
create unique index wizard_run_token on :schema.wizard_run (token_hash) where state in ('waiting', 'background', 'done');

-- What happened to a run: ids and counts, never values.
create table :schema.wizard_run_event (
  run_id bigint not null,
  n int not null,
  at timestamptz not null default now(),
  kind text not null,
  wizard_step_id bigint,
  step_task_id bigint,
  ms int,
  detail jsonb not null default '{}',
  primary key (run_id, n)
);

create index wizard_run_event_step on :schema.wizard_run_event (wizard_step_id, kind);

-- Codes sent to addresses. Only hashes are kept.
create table :schema.wizard_verification (
  id uuid primary key default gen_random_uuid(),
  data_wizard_id bigint not null,
  channel text not null,
  address_hash bytea not null,
  code_hash bytea not null,
  tries int not null default 0,
  -- The records that have the address.
  record_ids bigint[] not null default '{}',
  data_collection_id bigint,
  used_at timestamptz,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);

create index wizard_verification_expires on :schema.wizard_verification (expires_at);
