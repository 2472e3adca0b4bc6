-- A vendor cancels an order that was placed; what was paid for it goes back. Also the order's history: who, why, when, from where.
create table order_cancellations (
  order_id integer primary key references orders,
  user_id integer not null references users,
  reason text not null check (reason = btrim(reason) and length(reason) between 1 and 300),
  queue_state text not null check (queue_state in ('new', 'busy', 'done')),
  cancelled_at timestamptz not null,
  -- Null where nothing was paid.
  attempt_id integer references payment_attempts,
  refund_minor integer not null check (refund_minor >= 0),
  -- asked: a call was made and its answer is not known. unclear: nor can it be learned; a person must look.
  refund_state text not null check (refund_state in ('wanted', 'asked', 'unclear', 'done')),
  refund_tries integer not null default 0,
  refund_error text,
  refunded_at timestamptz,
  check ((refund_state = 'done') = (refunded_at is not null)),
  check (refund_minor = 0 or attempt_id is not null)
);
create index order_cancellations_attempt_id on order_cancellations (attempt_id);

-- What goes back of a payment never adds up to more than was paid, whoever cancels what at the same moment.
create function order_cancellation_is_covered() returns trigger language plpgsql as $$
declare
  paid integer;
  refunded bigint;
begin
  if new.attempt_id is null then
    return new;
  end if;
  select amount_minor into paid from payment_attempts
    where id = new.attempt_id and state = 'succeeded' for no key update;
  select coalesce(sum(refund_minor), 0) into refunded from order_cancellations
    where attempt_id = new.attempt_id and order_id <> new.order_id;
  if paid is null or refunded + new.refund_minor > paid then
    raise exception 'refunds of payment % would be % of %', new.attempt_id, refunded + new.refund_minor, coalesce(paid, 0)
      using errcode = 'check_violation', constraint = 'order_cancellations_covered';
  end if;
  return new;
end $$;

create trigger order_cancellation_is_covered before insert or update of attempt_id, refund_minor on order_cancellations
  for each row execute function order_cancellation_is_covered();

-- A cancelled entry has left the queue for good.
create function queue_entry_stays_cancelled() returns trigger language plpgsql as $$
begin
  if old.cancelled_at is not null and (new.state <> old.state or new.cancelled_at is distinct from old.cancelled_at) then
    raise exception 'queue entry % was cancelled', old.id
      using errcode = 'check_violation', constraint = 'queue_entries_stay_cancelled';
  end if;
  return new;
end $$;

create trigger queue_entry_stays_cancelled before update of state, cancelled_at on queue_entries
  for each row execute function queue_entry_stays_cancelled();

-- Web Push: where a browser's notices go. It belongs to the session that consented and ends with it.
create table push_subscriptions (
  id integer generated always as identity primary key,
  token_id integer not null references tokens on delete cascade,
  endpoint text not null unique check (endpoint like 'https://%' and length(endpoint) <= 1000),
  p256dh text not null,
  auth text not null,
  created_at timestamptz not null default now()
);
create index push_subscriptions_token_id on push_subscriptions (token_id);
