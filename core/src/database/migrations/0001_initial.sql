-- The whole market in one schema, written for PostgreSQL 15 and PGlite alike.
-- Money is integer minor units of the venue's currency. Rates are basis points (13 % = 1300). Times are timestamptz.
-- What the database itself keeps (constraints and triggers below) holds even where a command has a defect.

-- People ---------------------------------------------------------------------------------------------------------

create table users (
  id integer generated always as identity primary key,
  name text not null check (name <> ''),
  email text not null check (email = lower(email)),
  phone text,
  password_hash text not null,
  created_at timestamptz not null default now(),
  constraint users_email_key unique (email)
);

create table tokens (
  id integer generated always as identity primary key,
  user_id integer not null references users on delete cascade,
  token_hash bytea not null unique,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index tokens_user_id on tokens (user_id);

create table password_resets (
  id integer generated always as identity primary key,
  user_id integer not null references users on delete cascade,
  token_hash bytea not null unique,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index password_resets_user_id on password_resets (user_id);

-- Catalog --------------------------------------------------------------------------------------------------------
-- A slug is a row's identity in the imported document; a row that vanishes from it becomes inactive, never deleted.

create table venues (
  id integer generated always as identity primary key,
  slug text not null unique,
  name text not null,
  blurb text not null,
  image_url text not null,
  position integer not null,
  is_active boolean not null default true,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  currency_symbol text not null,
  timezone text not null,
  payment_provider text not null check (payment_provider in ('Stripe', 'Global', 'Paystack')),
  payment_provider_key text not null,
  secret_env text not null,
  webhook_secret_env text,
  tax_name text not null,
  tax_number text not null,
  tax_rate_bp integer not null check (tax_rate_bp between 0 and 10000),
  is_tax_included boolean not null,
  service_charge_minor integer not null check (service_charge_minor >= 0),
  -- Paystack charges item_total as it stands, so nothing may be added to it.
  constraint venues_paystack_adds_nothing check (payment_provider <> 'Paystack' or (is_tax_included and service_charge_minor = 0))
);

create table vendors (
  id integer generated always as identity primary key,
  venue_id integer not null references venues,
  slug text not null,
  name text not null,
  blurb text not null,
  image_url text not null,
  thumbnail_url text not null,
  position integer not null,
  is_active boolean not null default true,
  accepting_orders boolean not null default true,
  address_1 text not null,
  address_2 text not null,
  city text not null,
  delivery_method_types text[] not null
    check (cardinality(delivery_method_types) > 0 and delivery_method_types <@ array['collect', 'table', 'room', 'address']),
  subaccount_code text,
  unique (venue_id, slug),
  unique (id, venue_id)
);

create table vendor_members (
  vendor_id integer not null references vendors on delete cascade,
  user_id integer not null references users on delete cascade,
  primary key (vendor_id, user_id)
);
create index vendor_members_user_id on vendor_members (user_id);

create table menus (
  id integer generated always as identity primary key,
  vendor_id integer not null references vendors,
  slug text not null,
  name text not null,
  position integer not null,
  is_active boolean not null default true,
  unique (vendor_id, slug)
);

create table groups (
  id integer generated always as identity primary key,
  menu_id integer not null references menus,
  slug text not null,
  name text not null,
  position integer not null,
  is_active boolean not null default true,
  unique (menu_id, slug)
);

-- is_listed: still in the document. status: the vendor's own switch.
create table items (
  id integer generated always as identity primary key,
  group_id integer not null references groups,
  vendor_id integer not null references vendors,
  slug text not null,
  name text not null,
  description text not null,
  image_url text,
  position integer not null,
  is_listed boolean not null default true,
  status text not null default 'active' check (status in ('active', 'inactive')),
  unique (group_id, slug)
);
create index items_vendor_id on items (vendor_id);

create table variants (
  id integer generated always as identity primary key,
  item_id integer not null references items,
  vendor_id integer not null references vendors,
  slug text not null,
  name text not null,
  price_minor integer not null check (price_minor >= 0),
  position integer not null,
  is_listed boolean not null default true,
  status text not null default 'active' check (status in ('active', 'inactive')),
  unique (item_id, slug)
);
create index variants_vendor_id on variants (vendor_id);

-- Belongs to one item or to a whole group of items.
create table option_groups (
  id integer generated always as identity primary key,
  vendor_id integer not null references vendors,
  item_id integer references items,
  group_id integer references groups,
  slug text not null,
  name text not null,
  min_select integer not null default 0 check (min_select >= 0),
  max_select integer check (max_select >= greatest(min_select, 1)),
  position integer not null,
  is_listed boolean not null default true,
  check (num_nonnulls(item_id, group_id) = 1),
  unique nulls not distinct (item_id, group_id, slug)
);
create index option_groups_group_id on option_groups (group_id);
create index option_groups_vendor_id on option_groups (vendor_id);

create table options (
  id integer generated always as identity primary key,
  option_group_id integer not null references option_groups,
  vendor_id integer not null references vendors,
  slug text not null,
  name text not null,
  price_minor integer not null check (price_minor >= 0),
  position integer not null,
  is_listed boolean not null default true,
  status text not null default 'active' check (status in ('active', 'inactive')),
  unique (option_group_id, slug)
);
create index options_vendor_id on options (vendor_id);

-- Carts and orders -----------------------------------------------------------------------------------------------

create table carts (
  id integer generated always as identity primary key,
  user_id integer not null references users,
  venue_id integer not null references venues,
  state text not null default 'new' check (state in ('new', 'paid', 'abandoned')),
  version integer not null default 1,
  payment_number text not null unique,
  created_at timestamptz not null default now(),
  paid_at timestamptz,
  check ((state = 'paid') = (paid_at is not null)),
  unique (id, user_id, venue_id)
);
create unique index carts_one_new on carts (user_id, venue_id) where state = 'new';

-- Names, tax and delivery terms are snapshots: a later change of the vendor does not rewrite a receipt.
create table orders (
  id integer generated always as identity primary key,
  cart_id integer not null,
  user_id integer not null,
  venue_id integer not null,
  vendor_id integer not null,
  state text not null default 'cart' check (state in ('cart', 'placed', 'completed', 'cancelled')),
  order_number text,
  order_day date,
  created_at timestamptz not null default now(),
  placed_at timestamptz,
  completed_at timestamptz,
  vendor_name text not null,
  vendor_image_url text not null,
  vendor_address_1 text not null,
  currency text not null,
  currency_symbol text not null,
  tax_name text not null,
  tax_number text not null,
  tax_rate_bp integer not null,
  is_tax_included boolean not null,
  -- What follows is set when the cart is priced: sum of lines, tax on them, this order's part of the service charge.
  total_minor integer not null default 0 check (total_minor >= 0),
  tax_minor integer not null default 0 check (tax_minor >= 0),
  service_fee_minor integer not null default 0 check (service_fee_minor >= 0),
  service_fee_tax_minor integer not null default 0 check (service_fee_tax_minor >= 0),
  delivery_method text check (delivery_method in ('collect', 'deliver')),
  delivery_method_type text check (delivery_method_type in ('collect', 'table', 'room', 'address')),
  delivery_method_location text not null default '',
  delivery_method_instructions text not null default '',
  flag text,
  check ((delivery_method is null) = (delivery_method_type is null)),
  check (delivery_method is distinct from 'collect' or delivery_method_type = 'collect'),
  check (delivery_method is distinct from 'deliver' or (delivery_method_type <> 'collect' and delivery_method_location <> '')),
  check (state = 'cart' or (order_number is not null and placed_at is not null and delivery_method is not null)),
  constraint orders_one_a_vendor unique (cart_id, vendor_id),
  constraint orders_number_key unique (vendor_id, order_day, order_number),
  foreign key (cart_id, user_id, venue_id) references carts (id, user_id, venue_id) on delete cascade,
  foreign key (vendor_id, venue_id) references vendors (id, venue_id)
);
create index orders_by_buyer on orders (user_id, created_at desc);
create index orders_by_vendor on orders (vendor_id, created_at desc) where state <> 'cart';

create table order_counters (
  vendor_id integer not null references vendors,
  day date not null,
  last integer not null,
  primary key (vendor_id, day)
);

create table order_items (
  id integer generated always as identity primary key,
  order_id integer not null references orders on delete cascade,
  item_id integer not null references items,
  variant_id integer not null references variants,
  -- Variant, options and notes in one string: the same choice again adds to the line.
  line_key text not null,
  item_name text not null,
  variant_name text not null,
  quantity integer not null check (quantity between 1 and 999),
  notes text not null default '',
  unit_minor integer not null check (unit_minor >= 0),
  options_minor integer not null check (options_minor >= 0),
  total_minor integer not null,
  constraint order_items_total check (total_minor = (unit_minor + options_minor) * quantity),
  unique (order_id, line_key)
);

create table order_item_options (
  id integer generated always as identity primary key,
  order_item_id integer not null references order_items on delete cascade,
  option_id integer not null references options,
  name text not null,
  price_minor integer not null check (price_minor >= 0),
  unique (order_item_id, option_id)
);

-- An answer already given to a client's Idempotency-Key is given again.
create table idempotency_keys (
  user_id integer not null references users on delete cascade,
  key text not null check (length(key) between 1 and 200),
  request_hash bytea not null,
  cart_id integer not null references carts on delete cascade,
  created_at timestamptz not null default now(),
  primary key (user_id, key)
);

-- Payments -------------------------------------------------------------------------------------------------------

create table payment_attempts (
  id integer generated always as identity primary key,
  cart_id integer not null,
  user_id integer not null,
  venue_id integer not null,
  provider text not null check (provider in ('Stripe', 'Global', 'Paystack', 'Stitch')),
  is_live boolean not null,
  state text not null default 'open'
    check (state in ('open', 'succeeded', 'superseded', 'cancelled', 'mismatch', 'duplicate')),
  cart_version integer not null,
  amount_minor integer not null check (amount_minor > 0),
  currency text not null,
  -- The provider's own id; null only until the provider has answered.
  reference text,
  client_secret text,
  -- What was to be paid for, exactly: lines, delivery, totals. Fulfilment reads this, not today's prices.
  snapshot jsonb not null,
  result_code text,
  refund_state text check (refund_state in ('wanted', 'done')),
  created_at timestamptz not null default now(),
  settled_at timestamptz,
  checked_at timestamptz,
  checks integer not null default 0,
  foreign key (cart_id, user_id, venue_id) references carts (id, user_id, venue_id)
);
create unique index payment_attempts_one_open on payment_attempts (cart_id) where state = 'open';
create unique index payment_attempts_one_success on payment_attempts (cart_id) where state = 'succeeded';
create unique index payment_attempts_reference on payment_attempts (provider, reference) where reference is not null;
create index payment_attempts_to_check on payment_attempts (created_at) where state in ('open', 'superseded');

-- What each vendor is owed of a payment, and what stays with the venue (vendor_id null).
create table payment_shares (
  id integer generated always as identity primary key,
  attempt_id integer not null references payment_attempts,
  order_id integer references orders,
  vendor_id integer references vendors,
  amount_minor integer not null check (amount_minor >= 0),
  unique nulls not distinct (attempt_id, order_id)
);

create table webhook_events (
  id integer generated always as identity primary key,
  provider text not null,
  venue_id integer not null references venues,
  event_key text not null,
  reference text,
  body jsonb not null,
  received_at timestamptz not null default now(),
  processed_at timestamptz,
  attempts integer not null default 0,
  last_error text,
  unique (provider, venue_id, event_key)
);
create index webhook_events_waiting on webhook_events (id) where processed_at is null;

-- Queue ----------------------------------------------------------------------------------------------------------

create table queue_entries (
  id integer generated always as identity primary key,
  order_id integer not null unique references orders,
  vendor_id integer not null references vendors,
  user_id integer not null references users,
  state text not null default 'new' check (state in ('new', 'busy', 'done', 'collected')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  notified_at timestamptz,
  reprinted_at timestamptz,
  cancelled_at timestamptz
);
create index queue_entries_live_of_vendor on queue_entries (vendor_id, created_at) where state <> 'collected' and cancelled_at is null;
create index queue_entries_live_of_user on queue_entries (user_id, created_at) where state <> 'collected' and cancelled_at is null;

create table queue_transitions (
  id integer generated always as identity primary key,
  entry_id integer not null references queue_entries,
  from_state text not null,
  to_state text not null,
  is_undo boolean not null,
  at timestamptz not null default now()
);
create index queue_transitions_entry_id on queue_transitions (entry_id);

-- One step forward, or one step back (a vendor's undo); every step is written down.
create function queue_entry_moves_one_step() returns trigger language plpgsql as $$
declare
  states constant text[] := array['new', 'busy', 'done', 'collected'];
  step constant integer := array_position(states, new.state) - array_position(states, old.state);
begin
  if step = 0 then
    return new;
  end if;
  if step not in (1, -1) then
    raise exception 'a queue entry moves one step at a time, not from % to %', old.state, new.state
      using errcode = 'check_violation', constraint = 'queue_entries_one_step';
  end if;
  insert into queue_transitions (entry_id, from_state, to_state, is_undo) values (new.id, old.state, new.state, step = -1);
  new.updated_at := now();
  return new;
end $$;

create trigger queue_entry_moves_one_step before update of state on queue_entries
  for each row execute function queue_entry_moves_one_step();

-- Outbox ---------------------------------------------------------------------------------------------------------
-- Written in the transaction that caused it, carried out after the commit.

create table outbox (
  id integer generated always as identity primary key,
  kind text not null,
  key text unique,
  payload jsonb not null,
  created_at timestamptz not null default now(),
  available_at timestamptz not null default now(),
  attempts integer not null default 0,
  last_error text,
  done_at timestamptz
);
create index outbox_waiting on outbox (available_at, id) where done_at is null;
