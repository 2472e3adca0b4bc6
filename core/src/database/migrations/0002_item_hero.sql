-- The picture of an item's own page. Null where the item has none, and until its venue's document is imported again.
alter table items add column hero_url text;
