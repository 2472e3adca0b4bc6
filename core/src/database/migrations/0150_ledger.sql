-- The ledger of the hall: append-only, double entry. A debit is positive and a credit negative, so an entry adds up to zero, and what a
-- stall is owed is the negative of its account. docs/reference/ledger.md lists the accounts and the postings of each cause.
create table ledger_entries (
  id bigint generated always as identity primary key,
  venue_id integer not null references venues,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  -- False for payments from before the site went live. No report adds up both.
  is_live boolean not null,
  cause text not null check (cause in ('payment', 'refund', 'fee', 'dispute', 'transfer', 'rent', 'payout', 'correction')),
  attempt_id bigint references payment_attempts,
  refund_id bigint references order_refunds,
  booked_at timestamptz not null
);
create table ledger_postings (
  id bigint generated always as identity primary key,
  entry_id bigint not null references ledger_entries,
  account text not null
    check (account in ('provider', 'fees', 'disputes', 'stall', 'tips', 'hall', 'tax', 'buyers', 'payouts')),
  vendor_id integer references vendors,
  order_id bigint references orders,
  -- What the amount is in a statement.
  line text not null check (line in ('received', 'refunded', 'returned', 'sales', 'tip', 'service_charge', 'tax', 'commission', 'fee',
    'dispute', 'rent', 'transfer', 'payout', 'correction')),
  amount_minor bigint not null,
  constraint ledger_postings_vendor check ((account in ('stall', 'tips')) = (vendor_id is not null))
);
comment on table ledger_entries is 'The ledger: one entry for each thing that moved money, with its cause. Nothing in it is ever changed.';
comment on table ledger_postings is 'The postings of a ledger entry, which add up to zero. A debit is positive, a credit negative.';

-- Payments that bought something.
insert into ledger_entries (venue_id, currency, is_live, cause, attempt_id, booked_at)
  select venue_id, currency, is_live, 'payment', id, coalesce(settled_at, created_at) from payment_attempts
  where state = 'succeeded' order by id;
insert into ledger_postings (entry_id, account, vendor_id, order_id, line, amount_minor)
  with paid as (
    select entry.id, attempt.id as attempt_id, attempt.cart_id, attempt.amount_minor
    from ledger_entries entry join payment_attempts attempt on attempt.id = entry.attempt_id),
  charged as (
    select paid.id, sum(o.service_fee_minor - case when o.is_tax_included then o.service_fee_tax_minor else 0 end) as hall_minor,
      sum(o.service_fee_tax_minor) as tax_minor
    from paid join orders o on o.cart_id = paid.cart_id and o.state <> 'cart' group by paid.id)
  select id, 'provider', null::integer, null::bigint, 'received', amount_minor from paid
  union all select paid.id, 'stall', share.vendor_id, share.order_id, 'sales', -share.amount_minor
    from paid join payment_shares share on share.attempt_id = paid.attempt_id and share.order_id is not null
  union all select id, 'hall', null, null, 'service_charge', -hall_minor from charged where hall_minor <> 0
  union all select id, 'tax', null, null, 'tax', -tax_minor from charged where tax_minor <> 0;

-- Payments that bought nothing, and go back as a whole.
insert into ledger_entries (venue_id, currency, is_live, cause, attempt_id, booked_at)
  select attempt.venue_id, coalesce(alert.received_currency, attempt.currency), coalesce(alert.received_is_live, attempt.is_live), cause,
    attempt.id, coalesce(attempt.settled_at, attempt.created_at)
  from payment_attempts attempt left join payment_alerts alert on alert.attempt_id = attempt.id
    cross join (values ('payment'), ('refund')) as step (cause)
  where attempt.state in ('mismatch', 'duplicate', 'expired', 'closed') and (cause = 'payment' or attempt.refund_state = 'done')
  order by attempt.id, cause;
insert into ledger_postings (entry_id, account, line, amount_minor)
  select entry.id, account, case when account = 'buyers' then 'returned' when cause = 'payment' then 'received' else 'refunded' end,
    case when (account = 'provider') = (cause = 'payment') then 1 else -1 end * coalesce(alert.received_minor, attempt.amount_minor)
  from ledger_entries entry join payment_attempts attempt on attempt.id = entry.attempt_id and attempt.state <> 'succeeded'
    left join payment_alerts alert on alert.attempt_id = attempt.id
    cross join (values ('provider'), ('buyers')) as side (account);

-- Refunds of orders.
insert into ledger_entries (venue_id, currency, is_live, cause, attempt_id, refund_id, booked_at)
  select attempt.venue_id, attempt.currency, attempt.is_live, 'refund', attempt.id, refund.id, refund.created_at
  from order_refunds refund join payment_attempts attempt on attempt.id = refund.attempt_id
  where refund.state not in ('failed', 'void') order by refund.id;
insert into ledger_postings (entry_id, account, vendor_id, order_id, line, amount_minor)
  with made as (
    select entry.id, refund.amount_minor, refund.order_id, o.vendor_id,
      refund.total_minor + case when o.is_tax_included then 0 else refund.tax_minor end as stall_minor,
      refund.service_fee_minor - case when o.is_tax_included then refund.service_fee_tax_minor else 0 end as hall_minor,
      refund.service_fee_tax_minor as tax_minor
    from ledger_entries entry join order_refunds refund on refund.id = entry.refund_id join orders o on o.id = refund.order_id)
  select id, 'provider', null::integer, order_id, 'refunded', -amount_minor from made
  union all select id, 'stall', vendor_id, order_id, 'sales', stall_minor from made where stall_minor <> 0
  union all select id, 'hall', null, order_id, 'service_charge', hall_minor from made where hall_minor <> 0
  union all select id, 'tax', null, order_id, 'tax', tax_minor from made where tax_minor <> 0;

-- What Paystack paid to the stalls' own accounts, as its split says. Its fees of these payments are not known.
insert into ledger_entries (venue_id, currency, is_live, cause, attempt_id, booked_at)
  select venue_id, currency, is_live, 'transfer', id, coalesce(settled_at, created_at) from payment_attempts attempt
  where state = 'succeeded' and provider = 'Paystack' and exists (
    select from jsonb_to_recordset(attempt.snapshot -> 'orders') as o (subaccount_code text) where o.subaccount_code is not null)
  order by id;
insert into ledger_postings (entry_id, account, vendor_id, order_id, line, amount_minor)
  with split as (
    select entry.id, share.vendor_id, share.order_id, share.amount_minor
    from ledger_entries entry join payment_attempts attempt on attempt.id = entry.attempt_id and entry.cause = 'transfer'
      cross join lateral jsonb_to_recordset(attempt.snapshot -> 'orders') as o (id bigint, subaccount_code text)
      join payment_shares share on share.attempt_id = attempt.id and share.order_id = o.id
    where o.subaccount_code is not null)
  select id, 'stall', vendor_id, order_id, 'transfer', amount_minor from split
  union all select id, 'payouts', null, null, 'transfer', -sum(amount_minor) from split group by id;

create index ledger_entries_venue on ledger_entries (venue_id, booked_at);
create index ledger_entries_attempt on ledger_entries (attempt_id);
create index ledger_entries_refund on ledger_entries (refund_id);
create index ledger_postings_entry on ledger_postings (entry_id);
create index ledger_postings_vendor on ledger_postings (vendor_id);
create index ledger_postings_order on ledger_postings (order_id);

-- The check of the entries above.
do $$
declare
  wrong record;
begin
  select entry.id, entry.attempt_id, coalesce(sum(posting.amount_minor), 0) as off_minor, count(posting.id) as postings
    into wrong from ledger_entries entry left join ledger_postings posting on posting.entry_id = entry.id
    group by entry.id having coalesce(sum(posting.amount_minor), 0) <> 0 or count(posting.id) = 0 limit 1;
  if found then
    raise exception 'The books of payment attempt % do not balance: its parts differ from the amount by % minor units.', wrong.attempt_id,
      wrong.off_minor;
  end if;
end $$;

-- The ledger has the shares now.
drop table payment_shares;

create function ledger_entry_balances() returns trigger language plpgsql as $$
declare
  unbalanced bigint;
begin
  select entry_id into unbalanced from posted group by entry_id having sum(amount_minor) <> 0 limit 1;
  if found then
    raise exception 'The postings of ledger entry % do not add up to zero.', unbalanced using errcode = 'check_violation';
  end if;
  return null;
end $$;
create trigger ledger_entry_balances after insert on ledger_postings
  referencing new table as posted for each statement execute function ledger_entry_balances();

create function ledger_append_only() returns trigger language plpgsql as $$
begin
  raise exception 'The ledger is append-only: a correction is another entry.' using errcode = 'insufficient_privilege';
end $$;
create trigger ledger_append_only before update or delete on ledger_entries for each row execute function ledger_append_only();
create trigger ledger_append_only before update or delete on ledger_postings for each row execute function ledger_append_only();
create trigger ledger_no_truncate before truncate on ledger_entries execute function ledger_append_only();
create trigger ledger_no_truncate before truncate on ledger_postings execute function ledger_append_only();
