-- Whether a form requires the field.
alter table muster.displayed_field add column is_required boolean not null default false;
