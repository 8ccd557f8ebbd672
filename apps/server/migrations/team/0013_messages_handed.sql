-- How fast messages go out is read from those that were handed over in the last minutes.
create index message_recipient_handed on :schema.message_recipient (message_id, handed_at) where handed_at is not null;
