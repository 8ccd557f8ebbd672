-- The audit log by time, by person and by kind, quick with millions of events. The system's log is a small part of the
-- teams' (`systemSubjects` in `audit.repo.ts` has the same list, else these indexes are not used).
drop index muster.audit_event_team;
drop index muster.audit_event_id_desc;

create index audit_event_team on muster.audit_event (team_id, at desc, id desc);
create index audit_event_team_user on muster.audit_event (team_id, user_id, at desc, id desc);
create index audit_event_team_subject on muster.audit_event (team_id, subject, at desc, id desc);

create index audit_event_system on muster.audit_event (at desc, id desc)
  where team_id is null or subject in ('team', 'app_user', 'session', 'system_setting', 'backup');
create index audit_event_system_user on muster.audit_event (user_id, at desc, id desc)
  where team_id is null or subject in ('team', 'app_user', 'session', 'system_setting', 'backup');

create index audit_event_name on muster.audit_event using gin (subject_name gin_trgm_ops);
