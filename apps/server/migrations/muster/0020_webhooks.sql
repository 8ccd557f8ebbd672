-- URLs that get requests when records of a data collection change. What is to be delivered is in the team's schema.
create table muster.webhook (
  id bigint generated always as identity primary key,
  team_id bigint not null references muster.team (id) on delete cascade,
  -- Whose permissions decide which records are sent.
  team_user_id bigint not null references muster.team_user (id) on delete cascade,
  -- The token that created it, with which it ends; null for a webhook created in the web app.
  api_token_id bigint references muster.api_token (id) on delete cascade,
  url text not null,
  -- Signs the requests: `whsec_` and Base64, as Standard Webhooks has it.
  secret text not null,
  kinds text[] not null check (cardinality(kinds) > 0),
  data_collection_id bigint not null,
  with_values boolean not null,
  state text not null default 'active',
  -- The snapshot (`txid_snapshot`) up to which the team's log has been read.
  cursor text not null,
  created_at timestamptz not null default now(),
  failing_since timestamptz
);

create index webhook_team_id on muster.webhook (team_id);

create index webhook_team_user_id on muster.webhook (team_user_id);

create index webhook_api_token_id on muster.webhook (api_token_id);
