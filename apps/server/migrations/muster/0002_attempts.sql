-- How often something was tried lately, for limits that hold over all processes: sign-ins, mails to one address.
create table muster.attempt (
  key text primary key,
  count int not null,
  since timestamptz not null default now()
);
create index attempt_since on muster.attempt (since);

alter table muster.app_user add last_sign_in_at timestamptz;
