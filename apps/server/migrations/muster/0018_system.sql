-- The lists of the system administrator, by name.
create index team_by_name on muster.team ((lower(name) collate "und-x-icu"), id);
create index team_by_created on muster.team (created_at, id);
create index team_search on muster.team using gin ((lower(name || ' ' || description)) gin_trgm_ops);
create index team_deleted on muster.team (deleted_at) where deleted_at is not null;

create index app_user_by_name on muster.app_user ((lower(name) collate "und-x-icu"), id);
create index app_user_by_sign_in on muster.app_user ((coalesce(last_sign_in_at, '-infinity'::timestamptz)), id);
create index app_user_by_email on muster.app_user (email, id);
create index app_user_search on muster.app_user using gin ((lower(name) || ' ' || email) gin_trgm_ops);
create index app_user_sys_admin on muster.app_user (id) where is_sys_admin;

-- A locked user cannot sign in.
alter table muster.app_user add column locked_at timestamptz;
