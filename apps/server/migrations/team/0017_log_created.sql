-- Records that a large import has created: each of a range of ids that is in the catalogue has an event, without a row of
-- `log_event`.
create table :schema.log_created (
  operation_id bigint not null,
  first_id bigint not null,
  last_id bigint not null,
  txid bigint not null default txid_current(),
  primary key (operation_id, first_id)
);
