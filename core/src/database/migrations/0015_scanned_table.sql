-- When the code on a table was scanned that the order's delivery comes from. Null where the delivery was chosen by hand, or not yet.
alter table orders add column delivery_scanned_at timestamptz;
