-- Style sheets as they are put into pages: checked, and every rule below the view's own element.
alter table muster.data_view
  add column scoped_internal_css text not null default '',
  add column scoped_external_css text not null default '';

-- Calendars that programs of their owner read: the address holds a secret, of which only the hash is kept.
create table muster.view_feed (
  data_view_id bigint not null references muster.data_view (id) on delete cascade,
  team_user_id bigint not null references muster.team_user (id) on delete cascade,
  team_id bigint not null references muster.team (id) on delete cascade,
  token_hash bytea not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  primary key (data_view_id, team_user_id)
);
create unique index view_feed_token on muster.view_feed (token_hash);
create index view_feed_team_user on muster.view_feed (team_user_id);
create index view_feed_team on muster.view_feed (team_id);
