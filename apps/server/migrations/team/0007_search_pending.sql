-- Records in the trash may have lost their words and wait for none: counted as waiting, they kept searches on the slow
-- way of what is not indexed yet, until somebody restored them.
drop index :schema.data_record_search_pending;
create index data_record_search_pending on :schema.data_record (id)
  where search is null and search_pending is not null and deleted_at is null;
