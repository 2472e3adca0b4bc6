-- Somebody must look: money came in that is not what was asked for. The payment is refunded by itself; why it happened is not
-- known. Kept for good; seen_at is set by whoever has looked.
create table payment_alerts (
  id integer generated always as identity primary key,
  attempt_id integer not null unique references payment_attempts,
  asked_minor bigint not null,
  asked_currency text not null,
  received_minor bigint not null,
  received_currency text not null,
  received_is_live boolean not null,
  created_at timestamptz not null,
  seen_at timestamptz
);
