-- What is sold out until a time (modules/hours): it sells again from then on without a further change, so no timer has to survive a
-- restart. A process of an earlier version goes on hiding it until someone switches it on.
alter table items add column back_at timestamptz;
alter table variants add column back_at timestamptz;
alter table options add column back_at timestamptz;

create function sells(status text, back_at timestamptz) returns boolean language sql stable as $$
  select status = 'active' or coalesce(back_at <= now(), false)
$$;
