-- What the metrics count is a handful of rows among all payments: each count has an index of those rows alone.
create index payment_attempts_refunds_waiting on payment_attempts (id) where refund_state = 'wanted';
create index order_cancellations_refunds_open on order_cancellations (refund_state) where refund_state <> 'done';
create index payment_alerts_unseen on payment_alerts (id) where seen_at is null;
