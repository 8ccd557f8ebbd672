-- Search as one types. How a name begins, by collection: read in order, so that the first twenty cost the same in a
-- million. A folded name can be longer than an index takes; its beginning is enough.
create index data_record_name on :schema.data_record (data_collection_id, (left(:schema.fold(name), 100)) collate "C", id)
  where search is not null;

-- The words of names alone, which come before those of other fields. No pending list: it would be read by each search.
create index data_record_words on :schema.data_record using gin ((:schema.search_document(name))) with (fastupdate = off)
  where search is not null;

-- Every word that stands in some name, by which a typo is found. Words stay when their last record goes: a word that
-- leads nowhere finds nothing.
create table :schema.search_word (
  word text collate "C" primary key
);

-- How far the names are read: records changed since are looked at one by one until a job has caught up.
create table :schema.search_words_read (
  id int primary key default 1 check (id = 1),
  updated_at timestamptz not null default '-infinity',
  record_id bigint not null default 0
);
insert into :schema.search_words_read (id) values (1);

create extension if not exists fuzzystrmatch with schema public;
