-- What an item cost, whatever its variant, when the order was placed; the export's Item Price. Null in a cart, where the menu
-- says it, and in orders that were placed before it was kept.
alter table order_items add column item_minor integer;
