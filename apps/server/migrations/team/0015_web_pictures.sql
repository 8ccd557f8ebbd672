-- What is known of the pictures at web addresses: thumbnails in the storage, or why there are none.
create table :schema.web_picture (
  -- SHA-256 of the address.
  address_hash text primary key,
  problem text,
  -- Of all its thumbnails.
  bytes bigint not null default 0,
  fetched_at timestamptz not null default now()
);

create index web_picture_fetched on :schema.web_picture (fetched_at);
