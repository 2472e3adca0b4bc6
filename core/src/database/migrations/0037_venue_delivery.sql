-- How a venue's guests receive their orders: what a new vendor of it begins with. A vendor may offer other ways.
alter table venues add column delivery_method_types text[] not null default '{collect}'
  check (cardinality(delivery_method_types) > 0 and delivery_method_types <@ array['collect', 'table', 'room', 'address']);
