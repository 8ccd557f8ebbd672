-- Bytes of an uploaded file that are not valid in its encoding: how many, and the line of the first.
alter table muster.data_import add column odd_bytes jsonb;
