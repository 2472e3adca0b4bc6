-- The metrics count the messages that failed for good: a handful among all that are done.
create index outbox_dead on outbox (id) where done_at is not null and last_error is not null;
