-- The words of names are read in the order in which records were named, not in that of their last change: an index on
-- the last change made each edit of any field write an entry into every index of the catalogue.
drop index :schema.data_record_updated;
alter table :schema.data_record add column named_at timestamptz default now();
-- Null: the words are still to be made, by the job that does so after a large import.
create index data_record_named on :schema.data_record (named_at, id) where named_at is not null;
alter table :schema.search_words_read rename column updated_at to named_at;
update :schema.search_words_read set named_at = '-infinity', record_id = 0;
-- Room on its page lets a change stay beside what it replaces.
alter table :schema.data_record set (fillfactor = 90);
