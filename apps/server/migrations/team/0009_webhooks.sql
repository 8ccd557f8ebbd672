-- The transaction that wrote an event, by which webhooks find what was committed since they last read. Null for older
-- events.
alter table :schema.log_event add column txid bigint;

alter table :schema.log_event alter column txid set default txid_current();

create index log_event_txid on :schema.log_event using brin (txid) with (autosummarize = on);

-- A request to a webhook, with some records of one operation.
create table :schema.webhook_delivery (
  -- Also the order in which a webhook's deliveries are sent.
  id bigint generated always as identity primary key,
  webhook_id bigint not null,
  operation_id bigint not null,
  kind text not null,
  record_ids bigint[] not null,
  at timestamptz not null,
  state text not null default 'waiting',
  attempts int not null default 0,
  first_attempt_at timestamptz,
  -- Null once it has ended.
  next_at timestamptz,
  ended_at timestamptz,
  -- Of the last response.
  status int,
  -- Why there was no response.
  error text
);

create index webhook_delivery_waiting on :schema.webhook_delivery (webhook_id, id) where state = 'waiting';

create index webhook_delivery_webhook on :schema.webhook_delivery (webhook_id, id desc);
