-- The rows of a venue or a vendor that is removed are looked for in these tables, which grow with the orders.
create index carts_venue_id on carts (venue_id);
create index payment_shares_vendor_id on payment_shares (vendor_id);
create index webhook_events_venue_id on webhook_events (venue_id);
-- The unique index of (order_id, request_key) finds the same rows.
drop index order_refunds_order_id;
