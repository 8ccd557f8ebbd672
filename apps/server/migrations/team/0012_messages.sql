-- The ledger of outgoing messages: each recipient once for each message, frozen before the first is handed over.
create table :schema.message_recipient (
  id bigint generated always as identity primary key,
  message_id bigint not null,
  record_id bigint,
  data_collection_id bigint,
  -- Null: excluded without one, or erased.
  address text,
  -- An HMAC, so that who was written to is known after the address was erased.
  address_hash bytea,
  -- The wizard run that caused it; zero for messages that people send.
  cause uuid not null default '00000000-0000-0000-0000-000000000000',
  language text not null,
  -- The texts of the merge fields.
  values jsonb not null default '{}',
  -- Lower goes first.
  priority smallint not null default 10,
  state text not null,
  reason text,
  lane_owner uuid,
  handed_at timestamptz,
  tries smallint not null default 0,
  retry_at timestamptz,
  -- The Message-ID, or the id of a provider.
  provider_id text,
  -- The position in `notificationTypes`.
  last_type smallint,
  last_at timestamptz,
  -- What the server or provider answered last.
  detail text
);

create unique index message_recipient_once on :schema.message_recipient (message_id, address_hash, cause)
where state <> 'excluded';

create index message_recipient_next on :schema.message_recipient (message_id, priority, id) where state = 'waiting';

create index message_recipient_open on :schema.message_recipient (lane_owner) where state in ('claimed', 'handing');

create index message_recipient_message on :schema.message_recipient (message_id, state, id);

create index message_recipient_record on :schema.message_recipient (record_id, id desc);

create index message_recipient_provider on :schema.message_recipient (provider_id) where provider_id is not null;

create index message_recipient_address on :schema.message_recipient (address_hash);

-- What was reported about one of them.
create table :schema.message_notification (
  id bigint generated always as identity primary key,
  recipient_id bigint not null,
  message_id bigint not null,
  at timestamptz not null default now(),
  type smallint not null,
  is_machine boolean not null default false,
  link_id bigint,
  detail text,
  -- Identifies the event at its provider, so that a repeated callback counts once.
  provider_event text
);

create unique index message_notification_event on :schema.message_notification (provider_event)
where provider_event is not null;

create index message_notification_recipient on :schema.message_notification (recipient_id, id desc);

create index message_notification_message on :schema.message_notification (message_id, type, recipient_id);

-- The links of a message; where a click leads is looked up here, so that there is no open redirect.
create table :schema.message_link (
  id bigint generated always as identity primary key,
  message_id bigint not null,
  language text not null,
  position int not null,
  url text not null,
  unique (message_id, language, position)
);

create table :schema.message_subscription (
  subject_id bigint not null,
  channel text not null,
  address_hash bytea not null,
  -- Kept for a double opt-in and for those without a record; null once erased.
  address text,
  language text,
  state text not null check (state in ('pending', 'subscribed', 'unsubscribed')),
  at timestamptz not null default now(),
  primary key (subject_id, channel, address_hash)
);

create index message_subscription_address on :schema.message_subscription (channel, address_hash);

-- Who consented to what, and took it back; append only, without addresses.
create table :schema.message_consent_event (
  id bigint generated always as identity primary key,
  channel text not null,
  address_hash bytea not null,
  subject_id bigint,
  at timestamptz not null default now(),
  what text not null,
  text_shown text,
  source text not null,
  network text
);

create index message_consent_event_address on :schema.message_consent_event (address_hash, id);

-- Addresses that get nothing. `unsubscribed` from everything is one of them.
create table :schema.message_suppression (
  channel text not null,
  address_hash bytea not null,
  address text,
  reason text not null check (reason in ('bounce', 'complaint', 'manual', 'stop', 'unsubscribed')),
  since timestamptz not null default now(),
  until timestamptz,
  recipient_id bigint,
  primary key (channel, address_hash)
);

create index message_suppression_since on :schema.message_suppression (since desc);

-- Failures that may pass: each adds one, and half is forgotten in seven days.
create table :schema.message_address_score (
  channel text not null,
  address_hash bytea not null,
  soft real not null default 0,
  last_soft_at timestamptz not null default now(),
  primary key (channel, address_hash)
);

-- SMS that people sent.
create table :schema.message_inbound (
  id bigint generated always as identity primary key,
  sender_id bigint not null,
  from_hash bytea not null,
  body text,
  at timestamptz not null default now(),
  handled_as text not null,
  provider_event text unique
);
