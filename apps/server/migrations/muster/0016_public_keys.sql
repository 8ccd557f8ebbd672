-- The address of a public view cannot be guessed from that of another one.
alter table muster.data_view add column public_key text not null
  default replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '');
create unique index data_view_public_key on muster.data_view (public_key);
