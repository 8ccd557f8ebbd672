-- Backups of the whole system that jobs make; those made by command are not listed (docs/OPERATE.md).
create table muster.backup (
  id bigint generated always as identity primary key,
  -- A restore is no backup, but excludes one at the same time.
  kind text not null check (kind in ('scheduled', 'manual', 'restore')),
  created_at timestamptz not null default now(),
  started_at timestamptz,
  ended_at timestamptz,
  state text not null default 'queued',
  -- What a running one does, and how many bytes of it are done.
  phase text,
  processed bigint not null default 0,
  total bigint,
  file_name text not null,
  -- Where the file is kept: `disk` or `bucket`, as the configuration said at that time.
  location text not null,
  size bigint,
  sha256 text,
  -- When it was restored beside the server, and every table agreed.
  rehearsed_at timestamptz,
  -- Contents that rows refer to and that the storage of files did not have.
  missing_files integer not null default 0,
  error text,
  -- One line for operators.
  error_detail text
);

-- No two at the same time.
create unique index backup_under_way on muster.backup ((true)) where state in ('queued', 'running');
