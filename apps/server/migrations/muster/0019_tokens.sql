-- Tokens with which programs act as a user in one team. Revoked ones remain, so that a list can show them.
create table muster.api_token (
  id bigint generated always as identity primary key,
  team_id bigint not null references muster.team (id) on delete cascade,
  team_user_id bigint not null references muster.team_user (id) on delete cascade,
  name text not null,
  -- The beginning of the token, by which its owner recognises it.
  prefix text not null,
  -- SHA-256 of the token, which itself is not stored.
  hash bytea not null unique,
  scopes text[] not null check (cardinality(scopes) > 0),
  created_at timestamptz not null default now(),
  -- Null for a token that does not expire.
  expires_at timestamptz,
  -- Written at most once a minute.
  last_used_at timestamptz,
  revoked_at timestamptz
);

create index api_token_team_id on muster.api_token (team_id);

create index api_token_team_user_id on muster.api_token (team_user_id);
