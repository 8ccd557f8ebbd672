-- An erased account keeps its row, so that history can say "Deleted user"; nothing in it tells whose it was.
alter table muster.app_user add column erased_at timestamptz;
