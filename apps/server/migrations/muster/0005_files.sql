-- Contents whose last file of a team was purged, until their bytes are gone too: storage is no part of a transaction,
-- and a purge that was cut short goes on with what stands here.
create table muster.file_removal (
  team_id bigint not null,
  sha256 text not null,
  since timestamptz not null default now(),
  primary key (team_id, sha256)
);
