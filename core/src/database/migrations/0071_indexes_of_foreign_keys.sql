-- An account that is deleted, and old carts that are removed, are looked up by these. Without an index each such lookup reads the
-- whole table.
create index carts_user_id on carts (user_id);
create index payment_attempts_cart_id on payment_attempts (cart_id);
create index payment_shares_order_id on payment_shares (order_id);
create index queue_entries_user_id on queue_entries (user_id);
create index idempotency_keys_cart_id on idempotency_keys (cart_id);
create index order_cancellations_user_id on order_cancellations (user_id);
create index order_refunds_user_id on order_refunds (user_id);
-- The people of a vendor and of a venue.
create index invitations_invited_by on invitations (invited_by);
create index invitations_vendor_id on invitations (vendor_id);
create index invitations_venue_id on invitations (venue_id);
create index audit_log_actor_id on audit_log (actor_id);
create index audit_log_vendor_id on audit_log (vendor_id);
-- What is removed by its age.
create index tokens_expires_at on tokens (expires_at);
create index webhook_events_processed_at on webhook_events (processed_at);
