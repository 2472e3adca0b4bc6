-- The printers of a stall, and what each prints. A removed printer keeps its row for the jobs that name it.
create table printers (
  id bigint generated always as identity primary key,
  vendor_id integer not null references vendors on delete cascade,
  name text not null check (name <> ''),
  kind text not null check (kind in ('cloudprnt', 'server-direct', 'agent', 'tablet')),
  -- The width of its paper in mm.
  paper integer not null check (paper in (58, 80)),
  documents text[] not null,
  moment text not null check (moment in ('placed', 'picked', 'done')),
  copies integer not null check (copies between 1 and 5),
  language text not null,
  -- The groups of the menu that it prints. Empty: the whole order. A group that is gone matches nothing.
  group_ids integer[] not null default '{}',
  takeover_printer_id bigint references printers on delete set null check (takeover_printer_id <> id),
  -- SHA-256 of the secret in its address. Null: it has none.
  secret_hash bytea unique,
  -- What it said last, at the time that it was last heard from. That time is stored every 20 s, and with each change.
  last_heard_at timestamptz,
  paper_level text check (paper_level in ('ok', 'low', 'out')),
  cover text check (cover in ('closed', 'open')),
  problem text,
  problem_code text not null default '',
  -- What the stall's pages were told: it is not heard from; a job waits for a person to look after it.
  is_away boolean not null default true,
  is_stuck boolean not null default false,
  created_at timestamptz not null default now(),
  removed_at timestamptz
);
comment on table printers is 'A printer of a stall: its settings, the hash of its secret, and what it said last.';
create index printers_vendor_id on printers (vendor_id);
create index printers_takeover_printer_id on printers (takeover_printer_id);

create table print_jobs (
  id bigint generated always as identity primary key,
  printer_id bigint not null references printers on delete cascade,
  -- Null for a day's end and a test page.
  order_id bigint references orders on delete cascade,
  -- A notice is a slip of a printer whose job another one has taken over.
  document text not null check (document in ('kitchen', 'slip', 'day-end', 'test', 'notice')),
  -- The day of a day's end, in the venue's time zone.
  day date check ((document = 'day-end') = (day is not null)),
  copy_number integer not null default 1,
  copy_count integer not null default 1,
  -- Those of the printer that it was made for.
  group_ids integer[] not null default '{}',
  -- The printers that it went from and to, [{"from": "Bar", "to": "Grill"}].
  moves jsonb not null default '[]',
  -- Who asked for it to be printed again, with which Idempotency-Key. Null where nobody asked.
  asked_by integer references users,
  request text,
  -- A second job with the same key is not made.
  key text unique,
  -- Names the job to its printer, which allows 30 letters.
  token text not null unique default left(replace(gen_random_uuid()::text, '-', ''), 30),
  state text not null default 'queued' check (state in ('queued', 'sent', 'printed', 'failed')),
  problem text,
  problem_code text not null default '',
  -- How often a printer has taken it.
  sends integer not null default 0,
  created_at timestamptz not null default now(),
  -- When its printer got it.
  waits_since timestamptz not null default now(),
  sent_at timestamptz,
  ended_at timestamptz,
  check ((state in ('printed', 'failed')) = (ended_at is not null))
);
comment on table print_jobs is 'A ticket, slip, day''s end or test page that a printer prints once.';
-- A poll of a printer reads this index alone where nothing waits.
create index print_jobs_waiting on print_jobs (printer_id, id) where state in ('queued', 'sent');
create index print_jobs_printer_id on print_jobs (printer_id, created_at);
create index print_jobs_order_id on print_jobs (order_id);
create index print_jobs_asked_by on print_jobs (asked_by);

-- The jobs of an order are written here, in the transaction that places or moves it, so that no way to place an order leaves them out, and so that
-- the wing of orders does not know the printers. A stall without printers costs one look into an index.
create function print_order(order_id bigint, vendor_id integer, at_moment text, at timestamptz) returns void language sql as $$
  insert into print_jobs (printer_id, order_id, document, copy_number, copy_count, group_ids, key, created_at, waits_since)
  select printer.id, order_id, document, number, printer.copies, printer.group_ids,
    -- The moment is not in it: a printer whose moment changes prints an order once.
    concat_ws(' ', 'order', printer.id, order_id, document, number), at, at
  from printers printer, unnest(printer.documents) as document, generate_series(1, printer.copies) as number
  where printer.vendor_id = print_order.vendor_id and printer.moment = at_moment and printer.removed_at is null
    and document in ('kitchen', 'slip')
    and (printer.group_ids = '{}' or exists (
      select from order_items line join items item on item.id = line.item_id
      where line.order_id = print_order.order_id and item.group_id = any(printer.group_ids)))
  order by printer.id, document, number
  on conflict (key) do nothing
$$;

-- An order is placed under the lock of its stall's counter, so jobs have the order of its numbers. One that was imported with an old time is not
-- printed now.
create function print_placed_order() returns trigger language plpgsql as $$
begin
  perform print_order(new.id, new.vendor_id, 'placed', new.placed_at);
  return null;
end $$;
create trigger print_placed_order after update of state on orders
  for each row when (old.state = 'cart' and new.state = 'placed') execute function print_placed_order();

create function print_moved_order() returns trigger language plpgsql as $$
begin
  perform print_order(new.order_id, new.vendor_id, case new.state when 'busy' then 'picked' else 'done' end, now());
  return null;
end $$;
create trigger print_moved_order after update of state on queue_entries
  for each row when (new.state in ('busy', 'done') and new.state <> old.state) execute function print_moved_order();

-- A ticket that no printer has taken is not printed once its order is cancelled.
create function stop_printing_order() returns trigger language plpgsql as $$
begin
  update print_jobs set state = 'failed', problem = 'cancelled', ended_at = new.cancelled_at
  where order_id = new.order_id and state = 'queued';
  return null;
end $$;
create trigger stop_printing_order after update of cancelled_at on queue_entries
  for each row when (old.cancelled_at is null and new.cancelled_at is not null) execute function stop_printing_order();

-- Wakes the process in which the printer's agent waits.
create function print_job_waits() returns trigger language plpgsql as $$
begin
  perform pg_notify('print_job', new.printer_id::text);
  return null;
end $$;
create trigger print_job_is_new after insert on print_jobs for each row execute function print_job_waits();
create trigger print_job_waits after update of state, printer_id on print_jobs
  for each row when (new.state = 'queued') execute function print_job_waits();

-- Who set up a printer, and who made or revoked its address, whichever way it was done.
create function printer_settings(printer printers) returns jsonb language sql immutable as $$
  select jsonb_build_object('name', printer.name, 'kind', printer.kind, 'paper', printer.paper, 'documents', printer.documents,
    'moment', printer.moment, 'copies', printer.copies, 'language', printer.language, 'group_ids', printer.group_ids,
    'takeover_printer_id', printer.takeover_printer_id)
$$;

create function audit_printer() returns trigger language plpgsql as $$
declare
  before_it jsonb := case when tg_op = 'UPDATE' then printer_settings(old) end;
  after_it jsonb := case when new.removed_at is null then printer_settings(new) end;
  had_address boolean := tg_op = 'UPDATE' and old.secret_hash is not null;
  has_address boolean := new.secret_hash is not null;
begin
  insert into audit_log (actor_id, action, subject, venue_id, vendor_id, before, after)
  select audit_actor(), action, new.name, vendors.venue_id, vendors.id, before_it, after_it
  from vendors, unnest(array[
    case
      when before_it is null then 'printer.added'
      when after_it is null then 'printer.removed'
      when before_it <> after_it then 'printer.changed'
    end,
    case
      when after_it is null then null
      when has_address and (not had_address or new.secret_hash <> old.secret_hash) then 'printer.address-made'
      when had_address and not has_address then 'printer.address-revoked'
    end]) as action
  where vendors.id = new.vendor_id and action is not null;
  return null;
end $$;
create trigger audit_printer after insert on printers for each row execute function audit_printer();
create trigger audit_changed_printer
  after update of name, kind, paper, documents, moment, copies, language, group_ids, takeover_printer_id, secret_hash, removed_at on printers
  for each row execute function audit_printer();
