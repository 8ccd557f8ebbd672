-- What a form shows besides its fields: title, text, label of its button, text after sending. The types of view are the
-- contract's, which checks them.
alter table muster.data_view
  add column form jsonb not null default '{}',
  drop constraint if exists data_view_type_check;
