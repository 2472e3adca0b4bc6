-- A stall without orders is deleted row by row of its menu, and each row is looked for in the orders of all stalls.
create index order_items_item_id on order_items (item_id);
create index order_items_variant_id on order_items (variant_id);
create index order_item_options_option_id on order_item_options (option_id);
-- An account that is deleted empties the events of its payments.
create index webhook_events_reference on webhook_events (provider, reference) where reference is not null;
