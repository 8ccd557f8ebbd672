-- Milliseconds between the release of a lane and the last second's answers, so that the next process goes on at once.
-- Null while it is held, and when its owner ended without a release.
alter table muster.message_sender_lane add column answered_ago double precision[];
