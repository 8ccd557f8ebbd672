-- The same folding, as an expression that PostgreSQL puts into each statement: it then costs a tenth of a call, its
-- indexes and statistics are believed, and cheaper conditions go first. A strict function would not be put in.
create or replace function :schema.fold(value text) returns text
  language sql immutable parallel safe
  return case when octet_length(value) = length(value) then lower(value)
    else translate(replace(replace(replace(
      lower(regexp_replace(normalize(value, NFKD), '[\u0300-\u034E\u0350-\u036F]', '', 'g')),
      'ß', 'ss'), 'œ', 'oe'), 'æ', 'ae'), 'ςøłđı’‘', 'σoldi''''') end;

-- An index on the time of the last change made every change write to all indexes, that of the search documents among
-- them. What changed last is read from the log; room on the page lets a change stay beside what it replaces.
drop index :schema.data_record_updated;
alter table :schema.data_record set (fillfactor = 85);
