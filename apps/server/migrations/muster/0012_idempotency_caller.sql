-- Whose key it is: a user id, or an endpoint where callers without a session may send keys.
alter table muster.idempotency_key rename column user_id to caller;
