-- Collections that are the product's own: projects, tasks and what they need. Each at most once in a team.
alter table muster.data_collection add column internal_kind text;
create unique index data_collection_internal on muster.data_collection (team_id, internal_kind)
  where internal_kind is not null;

-- People never see the names of internal collections among their own, so these take none away from them.
drop index muster.data_collection_name;
create unique index data_collection_name on muster.data_collection (team_id, lower(name))
  where deleted_at is null and not is_internal_configuration;
