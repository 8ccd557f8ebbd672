-- Cards: how the page of a record is laid out. A card belongs to any number of groups; a group is a tab of the page.
create table muster.data_card (
  id bigint generated always as identity primary key,
  team_id bigint not null references muster.team (id) on delete cascade,
  -- The collection whose records it is for; fields are those of its tree.
  data_collection_id bigint not null references muster.data_collection (id) on delete cascade,
  title text not null,
  title_translations jsonb not null default '{}',
  subtitle text not null default '',
  subtitle_translations jsonb not null default '{}',
  description text not null default '',
  description_translations jsonb not null default '{}',
  card_type text not null check (card_type in ('form', 'table', 'thumbnails')),
  display_width text not null default 'full',
  -- What a table or thumbnails card lists: a link or file field of the record, or a link of others to it.
  source_field_id bigint references muster.data_field (id) on delete cascade,
  is_reverse boolean not null default false,
  created_at timestamptz not null default now(),
  constraint data_card_source check ((card_type = 'form') = (source_field_id is null))
);
create index data_card_team on muster.data_card (team_id);
create index data_card_collection on muster.data_card (data_collection_id);
create index data_card_source_field on muster.data_card (source_field_id);

-- A field in the trash keeps its place on a card, and is shown again when it comes back.
create table muster.data_card_field (
  data_card_id bigint not null references muster.data_card (id) on delete cascade,
  data_field_id bigint not null references muster.data_field (id) on delete cascade,
  is_column boolean not null default false,
  rank int not null,
  -- Null: as wide as the field says.
  display_width text,
  primary key (data_card_id, is_column, data_field_id)
);
create index data_card_field_field on muster.data_card_field (data_field_id);

create table muster.data_card_group (
  id bigint generated always as identity primary key,
  team_id bigint not null references muster.team (id) on delete cascade,
  data_collection_id bigint not null references muster.data_collection (id) on delete cascade,
  name text not null,
  name_translations jsonb not null default '{}',
  icon text not null default 'fas fa-table-list',
  display_rank int not null,
  created_at timestamptz not null default now()
);
create index data_card_group_team on muster.data_card_group (team_id);
create index data_card_group_collection on muster.data_card_group (data_collection_id);

create table muster.data_card_group_card (
  data_card_group_id bigint not null references muster.data_card_group (id) on delete cascade,
  data_card_id bigint not null references muster.data_card (id) on delete cascade,
  rank int not null,
  primary key (data_card_group_id, data_card_id)
);
create index data_card_group_card_card on muster.data_card_group_card (data_card_id);
