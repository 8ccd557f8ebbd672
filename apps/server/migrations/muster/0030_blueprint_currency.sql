-- The currency of a price above 0 at which a blueprint is offered.
alter table muster.data_collection add column blueprint_marketplace_currency text;
