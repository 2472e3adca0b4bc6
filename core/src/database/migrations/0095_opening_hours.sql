-- When a stall is open (modules/hours). `accepting_orders` stays the switch: false is closed, whatever the schedule says, so that a
-- process of an earlier version goes on refusing orders for a stall that was closed by hand.
alter table vendors
  add column follows_schedule boolean not null default true,
  add column opening_hours jsonb,
  add column opening_hours_version integer not null default 0,
  add constraint vendors_opening_hours check (jsonb_typeof(opening_hours) = 'object');
