-- What an import is asked to do beside where columns go, what its check found, how far it is, and saved mappings.
alter table muster.data_import
  -- By column: how plainly its cells are written, as the scanner saw them.
  add column facts jsonb not null default '[]',
  add column text_size bigint not null default 0,
  -- Sheets of a workbook, and the one that is read; null for CSV.
  add column sheets jsonb,
  add column sheet int,
  -- Mode, keys, empty cells, duplicates.
  add column settings jsonb,
  -- What the latest check found, with the fingerprint of the choices it was made with.
  add column "check" jsonb,
  add column phase text,
  add column updated bigint not null default 0,
  add column unchanged bigint not null default 0,
  -- Records that were created in other collections, so that cells could name them.
  add column choices_created bigint not null default 0;

create table muster.import_mapping (
  id bigint generated always as identity primary key,
  team_id bigint not null references muster.team (id) on delete cascade,
  data_collection_id bigint not null references muster.data_collection (id) on delete cascade,
  name text not null,
  -- Titles of the file's columns, sorted: which files it is for.
  headers jsonb not null,
  mapping jsonb not null,
  created_at timestamptz not null default now(),
  created_by bigint
);
create unique index import_mapping_name on muster.import_mapping (data_collection_id, lower(name));
create index import_mapping_team on muster.import_mapping (team_id);
