-- What Stripe transfers to the stalls' own accounts after a payment, and what it takes back of it after refunds and lost disputes.
alter table vendors
  -- The stall's connected account at Stripe. Null: the hall pays the stall itself.
  add column stripe_account text,
  add constraint vendors_stripe_account check (stripe_account ~ '^acct_[A-Za-z0-9]{1,100}$');
create table transfers (
  id bigint generated always as identity primary key,
  attempt_id bigint not null references payment_attempts,
  vendor_id integer not null references vendors,
  account text not null,
  amount_minor bigint not null check (amount_minor > 0),
  -- The transfer that this takes back, as a whole or in part. Null for a transfer.
  reverses bigint references transfers,
  -- 'asked' before the call, so that its amount stays the same until its outcome is known. 'refused' until an operator decides; 'by-hand' if the
  -- hall settles it itself; 'void' if it was not needed any more, or another was tried in its place.
  state text not null check (state in ('wanted', 'asked', 'done', 'refused', 'by-hand', 'void')),
  provider_transfer_id text unique,
  error text,
  tries integer not null default 0,
  created_at timestamptz not null,
  settled_at timestamptz,
  constraint transfers_done check ((state = 'done') = (provider_transfer_id is not null))
);
comment on table transfers is 'Transfers of parts of a payment to the stalls'' own accounts at Stripe, and their reversals.';
-- A payment has one movement for a stall at a time: the next is planned when its outcome is known.
create unique index transfers_open on transfers (attempt_id, vendor_id) where state in ('wanted', 'asked', 'refused');
create index transfers_attempt on transfers (attempt_id);
create index transfers_vendor on transfers (vendor_id);
create index transfers_reverses on transfers (reverses);
