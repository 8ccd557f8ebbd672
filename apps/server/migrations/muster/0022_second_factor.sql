-- The second factor of people who want one: an app that shows codes, and codes for when it is lost.
create table muster.second_factor (
  user_id text primary key references muster.app_user (id) on delete cascade,
  -- Shared with the app; encrypted.
  secret text not null,
  -- Asked for at sign-in only after the app has shown a right code once.
  is_confirmed boolean not null default false,
  -- Hashes of those that have not been used.
  recovery_codes text[] not null default '{}',
  -- The period of the last code: each code works once.
  last_step bigint not null default 0,
  created_at timestamptz not null default now()
);
