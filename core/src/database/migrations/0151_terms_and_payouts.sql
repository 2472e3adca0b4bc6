-- What a hall and its stalls agreed to, and what was paid out. A payment keeps the terms of its time, since its postings have them.
create table venue_terms (
  venue_id integer primary key references venues on delete cascade,
  -- Who bears the provider's fees: 'hall' (all of them, as before there were terms) or 'stalls' (everyone a part, by what they got of the payment).
  fees_borne_by text not null default 'hall' check (fees_borne_by in ('stalls', 'hall')),
  -- The estimate while the provider does not tell its fee: a rate (2.9 % is 290) and an amount for each payment.
  fee_rate_bp integer not null default 0,
  fee_fixed_minor integer not null default 0,
  constraint venue_terms_fee check (fee_rate_bp between 0 and 10000 and fee_fixed_minor between 0 and 1000000000)
);
create table vendor_terms (
  vendor_id integer primary key references vendors on delete cascade,
  -- The part of the sales without tax that the hall keeps: 12 % is 1200.
  commission_bp integer not null default 0,
  -- For each calendar month, from the month of rent_from on.
  rent_minor integer not null default 0,
  rent_from date,
  constraint vendor_terms_commission check (commission_bp between 0 and 10000),
  constraint vendor_terms_rent check (rent_minor between 0 and 1000000000 and (rent_minor = 0 or rent_from is not null))
);
-- The months whose rent is booked.
create table rent_months (
  vendor_id integer not null references vendors,
  month date not null,
  amount_minor integer not null,
  primary key (vendor_id, month),
  constraint rent_months_month check (month = date_trunc('month', month))
);
create table payouts (
  id bigint generated always as identity primary key,
  venue_id integer not null references venues,
  vendor_id integer not null references vendors,
  currency text not null,
  is_live boolean not null,
  -- The statement that it pays.
  from_day date not null,
  to_day date not null,
  amount_minor bigint not null,
  paid_on date not null,
  reference text not null,
  user_id integer references users,
  request_key text not null,
  request_hash bytea not null,
  created_at timestamptz not null,
  undone_at timestamptz,
  undone_by integer references users,
  undo_reason text,
  constraint payouts_amount check (amount_minor > 0),
  constraint payouts_days check (from_day <= to_day),
  constraint payouts_undone check ((undone_at is null) = (undo_reason is null)),
  unique (vendor_id, request_key)
);
comment on table venue_terms is 'Who bears the provider''s fees in a hall, and their rate while the provider tells none.';
comment on table vendor_terms is 'What a stall pays the hall: commission on its sales, and rent.';
comment on table rent_months is 'The months of a stall whose rent is in the ledger, each once.';
comment on table payouts is 'What a hall has paid to a stall, with the days of the statement. It is undone by a correction, never changed.';
create index payouts_venue on payouts (venue_id, to_day);
create index payouts_user on payouts (user_id);
create index payouts_undone_by on payouts (undone_by);

alter table ledger_entries
  -- True for a fee by the hall's own rate, until the provider tells its figure.
  add column is_estimated boolean not null default false,
  add column payout_id bigint references payouts;
create index ledger_entries_payout on ledger_entries (payout_id);

create function audit_terms() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'venue_terms' then
    insert into audit_log (actor_id, action, subject, venue_id, before, after)
    select audit_actor(), 'terms.changed', name, id, to_jsonb(old) - 'venue_id', to_jsonb(new) - 'venue_id'
    from venues where id = new.venue_id;
  else
    insert into audit_log (actor_id, action, subject, venue_id, vendor_id, before, after)
    select audit_actor(), 'terms.changed', name, venue_id, id, to_jsonb(old) - 'vendor_id', to_jsonb(new) - 'vendor_id'
    from vendors where id = new.vendor_id;
  end if;
  return null;
end $$;
create trigger audit_terms after insert or update on venue_terms for each row execute function audit_terms();
create trigger audit_terms after insert or update on vendor_terms for each row execute function audit_terms();

create function audit_payout() returns trigger language plpgsql as $$
begin
  insert into audit_log (actor_id, action, subject, venue_id, vendor_id, before, after)
  select audit_actor(), case when tg_op = 'INSERT' then 'payout.recorded' else 'payout.undone' end, name, new.venue_id, id, null,
    jsonb_build_object('from', new.from_day, 'to', new.to_day, 'amount_minor', new.amount_minor, 'currency', new.currency,
      'reference', new.reference, 'reason', new.undo_reason)
  from vendors where id = new.vendor_id;
  return null;
end $$;
create trigger audit_payout after insert or update of undone_at on payouts for each row execute function audit_payout();
