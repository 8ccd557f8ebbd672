-- Files that people had made of what they see; kept for a week beside the server's other files.
create table muster.data_export (
  id bigint generated always as identity primary key,
  team_id bigint not null references muster.team (id) on delete cascade,
  team_user_id bigint not null references muster.team_user (id) on delete cascade,
  data_collection_id bigint not null references muster.data_collection (id) on delete cascade,
  file_name text not null,
  -- What was asked for: exportBody of the contract.
  options jsonb not null,
  status text not null default 'queued',
  total bigint,
  processed bigint not null default 0,
  file_size bigint,
  error_code text,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz,
  expires_at timestamptz
);
create index data_export_team on muster.data_export (team_id, id desc);
