-- Searches for duplicates and what they found; each belongs to the person who asked.
create table :schema.duplicate_scan (
  id bigint generated always as identity primary key,
  data_collection_id bigint not null,
  team_user_id bigint not null,
  rules jsonb not null,
  ignores_email_tags boolean not null,
  similarity double precision not null,
  status text not null default 'queued',
  processed int not null default 0,
  total int not null default 0,
  group_count int not null default 0,
  record_count int not null default 0,
  error text,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  -- The last merging of many groups: which ones, how far, and what came of it.
  merge_status text,
  merge_groups jsonb,
  merge_processed int not null default 0,
  merge_total int not null default 0,
  merged_groups int not null default 0,
  skipped_groups int not null default 0,
  merge_error text,
  merge_operation_id bigint
);
create index duplicate_scan_owner on :schema.duplicate_scan (team_user_id, data_collection_id, id desc);

create table :schema.duplicate_group (
  scan_id bigint not null,
  n int not null,
  certainty int not null,
  is_certain boolean not null,
  dismissed_at timestamptz,
  -- The operation that merged it; once that is undone the group is open again.
  merged_by bigint,
  primary key (scan_id, n)
);

create table :schema.duplicate_member (
  scan_id bigint not null,
  n int not null,
  record_id bigint not null,
  -- As the search saw it: many groups at once are merged only where nothing has changed since.
  version int not null,
  primary key (scan_id, n, record_id)
);
create index duplicate_member_record on :schema.duplicate_member (record_id);

-- Pairs that somebody has looked at and found to be two.
create table :schema.not_duplicate (
  record_a bigint not null,
  record_b bigint not null,
  team_user_id bigint,
  at timestamptz not null default now(),
  primary key (record_a, record_b),
  check (record_a < record_b)
);
create index not_duplicate_b on :schema.not_duplicate (record_b);

-- Where a merged record lives on. It holds while the record is in the trash, or gone from it for good.
create table :schema.merged_record (
  record_id bigint primary key,
  survivor_id bigint not null,
  operation_id bigint not null
);
create index merged_record_operation on :schema.merged_record (operation_id);
