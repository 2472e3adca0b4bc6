-- The tables of a venue, and the code that is printed on each: its address is /t/<code>. Venue documents have no tables, so an
-- import leaves them as they are.
create table venue_tables (
  id integer generated always as identity primary key,
  venue_id integer not null references venues on delete cascade,
  -- As orders have it: '12' is 'Deliver to Table 12'.
  name text not null check (name <> ''),
  code text not null unique check (code ~ '^[0-9abcdefghjkmnpqrstvwxyz]{10}$'),
  created_at timestamptz not null default now(),
  -- A code that was removed stays known: guests who scan it are no strangers who guess.
  removed_at timestamptz
);
create index venue_tables_venue_id on venue_tables (venue_id);
create unique index venue_tables_name on venue_tables (venue_id, name) where removed_at is null;
