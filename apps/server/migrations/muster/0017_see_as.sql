-- Sessions in which a team admin sees their team as a user or as somebody with one role. It ends with the session, the
-- user or the role.
create table muster.seeing_as (
  session_id text primary key references muster.auth_session (id) on delete cascade,
  team_id bigint not null references muster.team (id) on delete cascade,
  team_user_id bigint references muster.team_user (id) on delete cascade,
  user_role_id bigint references muster.user_role (id) on delete cascade,
  started_at timestamptz not null default now(),
  check (num_nonnulls(team_user_id, user_role_id) = 1)
);

create index seeing_as_team_id on muster.seeing_as (team_id);

create index seeing_as_team_user_id on muster.seeing_as (team_user_id) where team_user_id is not null;

create index seeing_as_user_role_id on muster.seeing_as (user_role_id) where user_role_id is not null;
