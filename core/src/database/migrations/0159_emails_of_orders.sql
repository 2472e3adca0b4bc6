-- The emails about an order are read for its history, as the evidence of a dispute. Their messages have a key, so they stay in the outbox.
create index outbox_receipts on outbox ((payload ->> 'cartId')) where kind = 'receipt';
create index outbox_order_emails on outbox ((payload ->> 'orderId')) where kind = 'order-email';
