-- Outgoing messages: from whom, what about, what they say and how far they are. Who got what is in the team's schema.
create table muster.message_settings (
  team_id bigint primary key references muster.team (id) on delete cascade,
  requires_approval boolean not null default false,
  tracks_opens boolean not null default true,
  tracks_clicks boolean not null default true,
  postal_address text not null default '',
  sms_quiet_from time,
  sms_quiet_to time
);

-- From whom, and by which server or provider, messages go.
create table muster.message_sender (
  id bigint generated always as identity primary key,
  team_id bigint not null references muster.team (id) on delete cascade,
  name text not null,
  delivery_method text not null check (delivery_method in ('EMAIL', 'SMS')),
  transport text not null,
  from_name text not null default '',
  from_address text not null,
  reply_to text not null default '',
  -- `senderSettingsSchema` in the contract.
  settings jsonb not null default '{}',
  -- The password or token, encrypted.
  secret text,
  rate_per_second int not null default 10 check (rate_per_second between 1 and 2000),
  daily_limit int,
  bounce_domain text not null default '',
  -- Part of the address of the provider's callbacks, encrypted, and its hash to find the sender by.
  hook_key text,
  hook_key_hash bytea,
  -- The only topic of Amazon SNS whose events count; while an administrator waits for it, any of the region.
  topic_arn text,
  awaits_topic_until timestamptz,
  -- `senderCheckSchema` in the contract.
  checks jsonb not null default '[]',
  checked_at timestamptz,
  state text not null default 'active' check (state in ('active', 'paused', 'failing')),
  is_default boolean not null default false,
  version int not null default 1,
  deleted_at timestamptz
);

create unique index message_sender_name on muster.message_sender (team_id, lower(name)) where deleted_at is null;

create unique index message_sender_hook on muster.message_sender (hook_key_hash) where hook_key_hash is not null;

-- Which process hands over for a sender: one at a time, so that its pace is exact.
create table muster.message_sender_lane (
  sender_id bigint primary key references muster.message_sender (id) on delete cascade,
  owner uuid not null,
  expires_at timestamptz not null,
  -- The hand-overs of the day that the daily limit counts.
  day date not null default current_date,
  handed_today int not null default 0
);

-- What people subscribe to and unsubscribe from.
create table muster.message_subject (
  id bigint generated always as identity primary key,
  team_id bigint not null references muster.team (id) on delete cascade,
  external_name text not null,
  external_name_translations jsonb not null default '{}',
  description text not null default '',
  description_translations jsonb not null default '{}',
  is_public boolean not null default false,
  is_double_opt_in boolean not null default true,
  version int not null default 1,
  deleted_at timestamptz
);

create unique index message_subject_name on muster.message_subject (team_id, lower(external_name))
where deleted_at is null;

create table muster.message_template (
  id bigint generated always as identity primary key,
  team_id bigint not null references muster.team (id) on delete cascade,
  internal_name text not null,
  internal_description text not null default '',
  delivery_method text not null check (delivery_method in ('EMAIL', 'SMS')),
  used_for text not null,
  status text not null default 'DRAFT' check (status in ('DRAFT', 'PUBLISHED', 'ARCHIVED')),
  -- Whether it was ever published: then it can be archived, not deleted.
  was_published boolean not null default false,
  content_language text not null,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create unique index message_template_name on muster.message_template (team_id, lower(internal_name))
where status <> 'ARCHIVED';

create index message_template_team_id on muster.message_template (team_id);

-- What a template says in one language.
create table muster.message_template_content (
  message_template_id bigint not null references muster.message_template (id) on delete cascade,
  language text not null,
  subject_line text not null default '',
  preheader text not null default '',
  -- `messageDesignSchema` in the contract.
  design jsonb not null,
  text_only text not null default '',
  text_is_own boolean not null default false,
  primary key (message_template_id, language)
);

create table muster.outgoing_message (
  id bigint generated always as identity primary key,
  team_id bigint not null references muster.team (id) on delete cascade,
  internal_name text not null,
  internal_description text not null default '',
  delivery_method text not null check (delivery_method in ('EMAIL', 'SMS')),
  content_type text not null check (content_type in ('MARKETING', 'PARTICIPATION', 'TRANSACTIONAL')),
  content_language text not null,
  sender_id bigint references muster.message_sender (id) on delete set null,
  subject_id bigint references muster.message_subject (id) on delete set null,
  owned_by bigint references muster.team_user (id) on delete set null,
  created_by bigint references muster.team_user (id) on delete set null,
  message_template_id bigint references muster.message_template (id) on delete set null,
  status text not null default 'DRAFT' check (
    status in (
      'DRAFT', 'AWAITING_APPROVAL', 'APPROVED', 'SCHEDULED', 'SENDING', 'SENT', 'ERROR_SENDING', 'ARCHIVED'
    )
  ),
  -- To which it returns from `SCHEDULED` and from `ARCHIVED`.
  status_before text,
  -- Made by a wizard's task, one for each task and content.
  is_automatic boolean not null default false,
  wizard_step_task_id bigint,
  -- `audienceSchema` in the contract.
  audience jsonb not null default '{"include": [], "exclude": [], "addressFieldIds": [], "languageFieldIds": []}',
  -- Times of day in the team's zone.
  window_from time,
  window_to time,
  tracks_opens boolean not null default true,
  tracks_clicks boolean not null default true,
  -- Who approved it, and the hash and the count that they approved.
  approved_by bigint references muster.team_user (id) on delete set null,
  approved_at timestamptz,
  approved_hash text,
  approved_count int,
  -- Who asked for the approval, and may therefore not give it.
  submitted_by bigint references muster.team_user (id) on delete set null,
  changes_wanted text,
  scheduled_at timestamptz,
  started_at timestamptz,
  -- Whether the recipients of a started message are all in the ledger.
  frozen_at timestamptz,
  paused_at timestamptz,
  pause_reason text,
  sent_at timestamptz,
  -- `countsSchema` in the contract, as of `counted_at`.
  counts jsonb not null default '{"states": {}, "outcomes": {}}',
  counted_at timestamptz,
  operation_id bigint,
  version int not null default 1,
  created_at timestamptz not null default now(),
  deleted_at timestamptz
);

create index outgoing_message_status on muster.outgoing_message (team_id, status, created_at desc)
where deleted_at is null;

create index outgoing_message_sending on muster.outgoing_message (sender_id)
where status = 'SENDING' and paused_at is null;

create index outgoing_message_due on muster.outgoing_message (scheduled_at) where status = 'SCHEDULED';

create unique index outgoing_message_automatic on muster.outgoing_message (wizard_step_task_id, message_template_id)
where is_automatic and deleted_at is null and status <> 'ARCHIVED';

create index outgoing_message_subject on muster.outgoing_message (subject_id);

create index outgoing_message_owned_by on muster.outgoing_message (owned_by);

create index outgoing_message_created_by on muster.outgoing_message (created_by);

create index outgoing_message_approved_by on muster.outgoing_message (approved_by);

create index outgoing_message_submitted_by on muster.outgoing_message (submitted_by);

create index outgoing_message_template on muster.outgoing_message (message_template_id);

-- What a message says in one language.
create table muster.outgoing_message_content (
  outgoing_message_id bigint not null references muster.outgoing_message (id) on delete cascade,
  language text not null,
  subject_line text not null default '',
  preheader text not null default '',
  -- `messageDesignSchema` in the contract.
  design jsonb not null,
  text_only text not null default '',
  text_is_own boolean not null default false,
  -- The plan that mails are spliced from, made when the message starts.
  compiled jsonb,
  primary key (outgoing_message_id, language)
);

create table muster.outgoing_message_event (
  outgoing_message_id bigint not null references muster.outgoing_message (id) on delete cascade,
  n int not null,
  at timestamptz not null default now(),
  by_team_user bigint references muster.team_user (id) on delete set null,
  event text not null,
  from_status text,
  to_status text,
  detail text,
  primary key (outgoing_message_id, n)
);

create index outgoing_message_event_by on muster.outgoing_message_event (by_team_user);
