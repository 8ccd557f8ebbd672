-- Room for a change of every record of a page beside what it replaces: a change of many records (an import, an edit, a
-- move to the trash) then writes no index. The pages are half as many all the same, since the search document, which
-- few changes and no list need, is stored beside the table, where a change of other columns leaves it as it is.
alter table :schema.data_record set (toast_tuple_target = 128, fillfactor = 50);
-- Not compressed: words of a few letters hardly shrink.
alter table :schema.data_record alter column search set storage external;
alter table :schema.data_record alter column name set storage main;
alter table :schema.data_record alter column avatar set storage main;
alter table :schema.data_record alter column search_pending set storage main;
