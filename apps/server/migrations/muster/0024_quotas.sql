-- Quotas of teams. Null: the default of the system. 0: none.
alter table muster.team drop constraint team_max_records_check;
alter table muster.team drop constraint team_max_storage_bytes_check;
alter table muster.team add constraint team_max_records_check check (max_records >= 0);
alter table muster.team add constraint team_max_storage_bytes_check check (max_storage_bytes >= 0);
alter table muster.team add column max_users bigint check (max_users >= 0);
alter table muster.team add column max_messages_per_day bigint check (max_messages_per_day >= 0);
