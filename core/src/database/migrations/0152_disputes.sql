-- Payments that their payers dispute at the bank. The provider reports them, or an operator enters them by hand.
create table disputes (
  id bigint generated always as identity primary key,
  attempt_id bigint not null references payment_attempts,
  -- Null for a dispute that was entered by hand.
  provider_dispute_id text,
  state text not null check (state in ('needs-response', 'under-review', 'won', 'lost')),
  amount_minor bigint not null check (amount_minor > 0),
  -- What the dispute costs in addition, as far as the provider has not returned it.
  fee_minor bigint not null,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  reason text not null,
  due_at timestamptz,
  opened_at timestamptz not null,
  closed_at timestamptz,
  -- True while the amount is not in the account.
  is_withdrawn boolean not null,
  source text not null check (source in ('provider', 'operator')),
  entered_by integer references users,
  -- When the provider was asked, or an operator changed the row. An older answer changes nothing.
  updated_at timestamptz not null,
  constraint disputes_closed check ((closed_at is null) = (state in ('needs-response', 'under-review'))),
  constraint disputes_source check ((source = 'provider') = (provider_dispute_id is not null) and (source = 'operator') = (entered_by is not null)),
  unique (attempt_id, provider_dispute_id)
);
comment on table disputes is 'Payments that their payers dispute at the bank.';
create index disputes_entered_by on disputes (entered_by);
