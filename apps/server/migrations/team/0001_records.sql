-- What every team schema has beside one table per root collection. No foreign keys to `muster`: a team may move.
create sequence :schema.record_id;

-- The catalogue: every record of the team, whatever table its values are in.
create table :schema.data_record (
  id bigint primary key default nextval(':schema.record_id'),
  data_collection_id bigint not null,
  name text not null default '',
  avatar text,
  version int not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  deleted_at timestamptz,
  search tsvector,
  -- After a large import: the text that `search` will be made of, by a job that does so some thousand records at a
  -- time. It is searched meanwhile, so that nothing is ever missing.
  search_pending text
);
create index data_record_search_pending on :schema.data_record (id)
  where search is null and search_pending is not null;
create index data_record_search on :schema.data_record using gin (search) with (fastupdate = on, gin_pending_list_limit = 16384)
  where search is not null;
create index data_record_deleted on :schema.data_record (deleted_at) where deleted_at is not null;
create index data_record_updated on :schema.data_record (updated_at desc, id desc);

-- Members of plain child collections.
create table :schema.membership (
  data_collection_id bigint not null,
  record_id bigint not null,
  position double precision not null default 0,
  primary key (data_collection_id, record_id)
);
create index membership_record on :schema.membership (record_id);

create table :schema.operation (
  id bigint generated always as identity primary key,
  kind text not null,
  team_user_id bigint,
  at timestamptz not null default now(),
  record_count bigint not null default 0,
  -- What undo needs beyond the log events, e.g. the names of swapped columns.
  details jsonb,
  undoes bigint,
  undone_by bigint
);
create index operation_user on :schema.operation (team_user_id, id desc);

-- One row per operation and record. `created` keeps no values: they are what is there, undone by later `before`s.
create table :schema.log_event (
  operation_id bigint not null,
  record_id bigint not null,
  type text not null,
  -- The record's version that the event made, by which an edit of an older version finds what changed since.
  version int not null default 1,
  before jsonb,
  after jsonb,
  primary key (operation_id, record_id)
);
create index log_event_record on :schema.log_event (record_id, operation_id desc);

create table :schema.file (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  size bigint not null,
  kind text not null,
  mime_type text not null,
  sha256 text not null,
  thumbnail text,
  created_at timestamptz not null default now(),
  created_by bigint
);

-- Records that a file was ever put into. Whether one still holds it is for the reader to check in its columns.
create table :schema.file_use (
  file_id uuid not null,
  record_id bigint not null,
  primary key (file_id, record_id)
);

-- Last number given out by a code field that counts up.
create table :schema.field_counter (
  field_id bigint primary key,
  last bigint not null
);

-- Case and accents folded as the contract's fold() does it, for filters and search; immutable so that it can be
-- indexed. Text of ASCII alone, which is most of it, takes the short way.
create function :schema.fold(value text) returns text
  language sql immutable parallel safe strict
  as $$
    select case when octet_length(value) = length(value) then lower(value)
      else translate(replace(replace(replace(
        lower(regexp_replace(normalize(value, NFKD), '[\u0300-\u034E\u0350-\u036F]', '', 'g')),
        'ß', 'ss'), 'œ', 'oe'), 'æ', 'ae'), 'ςøłđı’‘', 'σoldi''''') end
  $$;

-- The sum of line items, or the total of one; what generated columns of line-item fields call.
create function :schema.items_total(items jsonb) returns numeric
  language sql immutable parallel safe strict
  as $$
    select case jsonb_typeof(items)
      when 'object' then (items ->> 'total')::numeric
      when 'array' then (select sum((e ->> 'total')::numeric) from jsonb_array_elements(items) e) end
  $$;

-- The words of sanitised HTML, as the contract's plainText() reads them.
create function :schema.plain_text(html text) returns text
  language sql immutable parallel safe strict
  as $$
    select btrim(regexp_replace(replace(replace(replace(replace(replace(replace(
      regexp_replace(regexp_replace(html,
        '<(br|hr|/(p|div|li|h[1-6]|tr|td|th|blockquote|pre|ul|ol|table))[^<>]*>', ' ', 'g'), '<[^<>]*>', '', 'g'),
      '&nbsp;', ' '), '&lt;', '<'), '&gt;', '>'), '&quot;', '"'), '&#39;', ''''), '&amp;', '&'),
      '[ \t\n\r]+', ' ', 'g'), ' ')
  $$;

-- Words for search: lower case, without accents, in no language's grammar. A team's data is in several.
create text search configuration :schema.words (copy = pg_catalog.simple);
alter text search configuration :schema.words
  alter mapping for word, hword, hword_part, asciiword, asciihword, hword_asciipart, numword, numhword, hword_numpart
  with unaccent, simple;

-- What `data_record.search` holds: words of letters and digits. Every writer of records calls this. The signs replaced
-- are those that PostgreSQL's parser would keep inside one token: of addresses, hosts, paths and versions.
create function :schema.search_document(value text) returns tsvector
  language sql immutable parallel safe strict
  as $$ select to_tsvector(':schema.words'::regconfig, translate(value, '@./-_:', '      ')) $$;
