-- The watch: which orders no one in a stall has seen, and which open stalls no screen or printer has been heard from.
-- Both times are of the process's clock, as the time of a placed order is.
alter table queue_entries
  -- When and by what the stall saw the order first: a screen showed its card, its ticket was printed, or it was picked.
  add column seen_at timestamptz,
  add column seen_by text,
  -- The last step that the watch took: 1 the kitchen's pages ring, 2 the stall's people are told, 3 the hall's operators are told.
  add column watch_step smallint not null default 0,
  add column watch_step_at timestamptz,
  -- When the order should be done, as estimated seconds after it was placed. Null: there was no estimate.
  add column promised_at timestamptz;
alter table queue_entries add constraint queue_entries_seen_by_check
  check (seen_by in ('screen', 'ticket', 'pick') and (seen_by is null) = (seen_at is null)) not valid;
alter table queue_entries add constraint queue_entries_watch_step_check check (watch_step between 0 and 3) not valid;

-- No page could report the orders that wait when this migration runs.
update queue_entries set seen_at = now(), seen_by = 'screen' where state = 'new' and cancelled_at is null;

-- The watch reads it every ten seconds. It has the few orders that no one has seen yet.
create index queue_entries_unseen on queue_entries (created_at) where seen_at is null and state = 'new' and cancelled_at is null;
-- New orders whose estimate is not stored yet, and the hall's list of late orders.
create index queue_entries_unpromised on queue_entries (created_at)
  where promised_at is null and state in ('new', 'busy') and cancelled_at is null;
create index queue_entries_promised on queue_entries (promised_at)
  where promised_at is not null and state in ('new', 'busy') and cancelled_at is null;

-- Screens ask for the entries that changed. An order that is seen before the first step looks the same as before.
create trigger queue_entry_is_watched before update of watch_step, seen_at on queue_entries
  for each row when (new.watch_step > 0) execute function queue_entry_is_changed();

-- A table of its own: each write to vendors renews the caches of the public pages.
create table vendor_watches (
  vendor_id integer primary key references vendors on delete cascade,
  ring_minutes smallint not null default 2,
  staff_minutes smallint not null default 4,
  hall_minutes smallint not null default 8,
  heard_at timestamptz,
  silent_since timestamptz,
  silent_step smallint not null default 0,
  silent_step_at timestamptz,
  constraint vendor_watches_minutes check (ring_minutes between 1 and 60 and staff_minutes between ring_minutes + 1 and 120
    and hall_minutes between staff_minutes + 1 and 240),
  constraint vendor_watches_silent_step check (silent_step between 0 and 2)
);
comment on table vendor_watches is 'The watch of a stall: after how many minutes who is told of an order that no one has seen, and when a screen or printer of the stall was last heard.';

alter table venues add column stops_silent_stalls boolean not null default false;
-- True while the site takes no orders for the stall, since no screen or printer of it is heard from (venues.stops_silent_stalls).
alter table vendors add column is_stopped boolean not null default false;

-- Who changed when whom is told, and whether the hall stops its silent stalls.
create function watch_minutes(watch vendor_watches) returns jsonb language sql immutable as $$
  select jsonb_build_object('ring_minutes', watch.ring_minutes, 'staff_minutes', watch.staff_minutes, 'hall_minutes', watch.hall_minutes)
$$;

create function audit_watch() returns trigger language plpgsql as $$
begin
  insert into audit_log (actor_id, action, subject, venue_id, vendor_id, before, after)
  select audit_actor(), 'watch.changed', vendors.name, vendors.venue_id, vendors.id,
    case when tg_op = 'UPDATE' then watch_minutes(old) end, watch_minutes(new)
  from vendors where vendors.id = new.vendor_id;
  return null;
end $$;
create trigger audit_watch after insert on vendor_watches
  for each row when ((new.ring_minutes, new.staff_minutes, new.hall_minutes) <> (2, 4, 8)) execute function audit_watch();
create trigger audit_changed_watch after update of ring_minutes, staff_minutes, hall_minutes on vendor_watches
  for each row when ((new.ring_minutes, new.staff_minutes, new.hall_minutes) <> (old.ring_minutes, old.staff_minutes, old.hall_minutes))
  execute function audit_watch();

create function audit_silent_stalls() returns trigger language plpgsql as $$
begin
  insert into audit_log (actor_id, action, subject, venue_id, before, after)
  values (audit_actor(), 'watch.changed', new.name, new.id, jsonb_build_object('stops_silent_stalls', old.stops_silent_stalls),
    jsonb_build_object('stops_silent_stalls', new.stops_silent_stalls));
  return null;
end $$;
create trigger audit_silent_stalls after update of stops_silent_stalls on venues
  for each row when (new.stops_silent_stalls <> old.stops_silent_stalls) execute function audit_silent_stalls();
