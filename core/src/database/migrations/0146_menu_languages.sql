-- Menus in several languages. The plain columns hold the texts in the venue's first language, `texts` those in its other languages, such as
-- {"fr": {"name": "Soupe"}}. An older process that runs during a deploy reads and writes the first language alone.
alter table venues add column languages text[] not null default '{en}';
alter table venues add constraint venues_languages_check
  check (array_position(languages, null) is null and array_to_string(languages, ' ') ~ '^[a-z]{2,3}( [a-z]{2,3})*$') not valid;
alter table venues add column texts jsonb not null default '{}';
alter table vendors add column texts jsonb not null default '{}';
alter table menus add column texts jsonb not null default '{}';
alter table groups add column texts jsonb not null default '{}';
alter table items add column texts jsonb not null default '{}';
alter table variants add column texts jsonb not null default '{}';
alter table option_groups add column texts jsonb not null default '{}';
alter table options add column texts jsonb not null default '{}';
-- The names of a line in the languages in which the stall's menu was whole when it was added.
alter table order_items add column texts jsonb not null default '{}';
alter table order_item_options add column texts jsonb not null default '{}';
