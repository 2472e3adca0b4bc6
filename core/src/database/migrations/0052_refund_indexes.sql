-- A refund is found by its payment, by what it is of, and by the provider's own id.
create index order_refunds_attempt_id on order_refunds (attempt_id);
create index order_refund_lines_order_item_id on order_refund_lines (order_item_id);
create index order_refunds_provider_refund_id on order_refunds (provider_refund_id) where provider_refund_id is not null;
