-- Records are made in the order of time and id, so that an index in that order grows at its end; read backwards it
-- gives the latest first. The other way round each new entry went to the index's beginning and split its pages.
drop index :schema.data_record_updated;
create index data_record_updated on :schema.data_record (updated_at, id);
