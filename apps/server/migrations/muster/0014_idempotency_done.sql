-- A key without an answer used to be a request under way; from here on its change has been made.
delete from muster.idempotency_key where response is null;
