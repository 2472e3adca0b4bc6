-- Until when a message is claimed; null for one that is not, so that a start can tell a claim from a wait for another try.
alter table outbox add column leased_until timestamptz;
-- What waits, in the order it was written, without a look at all that is done.
create index outbox_in_order on outbox (kind, id) where done_at is null;
