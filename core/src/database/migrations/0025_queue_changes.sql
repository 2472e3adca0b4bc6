-- The transaction that changed an entry last, so that a screen can ask for what changed since its last response. Transactions
-- commit in another order than they begin, so a time would miss the late ones; a snapshot knows which are still open.
alter table queue_entries add column changed_in xid8 not null default pg_current_xact_id();
create index queue_entries_changed_in on queue_entries (vendor_id, changed_in);

create function queue_entry_is_changed() returns trigger language plpgsql as $$
begin
  new.changed_in := pg_current_xact_id();
  return new;
end $$;

create trigger queue_entry_is_changed before update of state, cancelled_at on queue_entries
  for each row execute function queue_entry_is_changed();
