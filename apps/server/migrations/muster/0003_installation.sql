-- What the first start has done, so that one that was cut short is taken up again and none is done twice.
create table muster.installation_step (
  name text primary key,
  begun_at timestamptz not null default now(),
  done_at timestamptz
);
