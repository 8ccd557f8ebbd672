-- A person's bookmarks in a team. Records are in the team's own schema: no foreign key leads there.
create table muster.bookmark (
  team_user_id bigint not null references muster.team_user (id) on delete cascade,
  record_id bigint not null,
  memo text check (char_length(memo) <= 250),
  created_at timestamptz not null default now(),
  primary key (team_user_id, record_id)
);
create index bookmark_newest on muster.bookmark (team_user_id, created_at desc, record_id desc);
