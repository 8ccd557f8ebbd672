-- Fields in which the records of a group have different values: such groups are never merged without being looked at.
alter table :schema.duplicate_group add column differs text[] not null default '{}';
