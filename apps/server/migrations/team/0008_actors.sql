-- Who acted, or uploaded, where that was not a team user in person: {"kind": "visitor", "id": 5}.
alter table :schema.operation add column actor jsonb;
alter table :schema.file add column owner jsonb;
