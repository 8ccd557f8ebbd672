-- What a form shows besides its fields: title, text, label of its button, text after sending.
alter table muster.data_view add column form jsonb not null default '{}';
