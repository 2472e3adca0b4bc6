-- When an entry's order was done, which the waiting time of a stall is measured from; null before, and after an undo of Done.
-- Collected leaves it. The transitions have it too, in as many rows as an entry has steps.
alter table queue_entries add column done_at timestamptz;

-- The last of a stall that are done, without a look at those before them.
create index queue_entries_done on queue_entries (vendor_id, done_at desc) include (created_at)
  where done_at is not null and cancelled_at is null;

create function queue_entry_is_done() returns trigger language plpgsql as $$
begin
  if new.state = 'done' and old.state = 'busy' then
    new.done_at := now();
  elsif new.state in ('new', 'busy') then
    new.done_at := null;
  end if;
  return new;
end $$;

create trigger queue_entry_is_done before update of state on queue_entries
  for each row execute function queue_entry_is_done();

-- Older ones tell nothing of the next order.
update queue_entries entry set done_at = step.at
  from (select entry_id, max(at) as at from queue_transitions where to_state = 'done' and not is_undo and at > now() - interval '2 hours'
    group by entry_id) step
  where step.entry_id = entry.id and entry.state in ('done', 'collected');
