-- Money of an order that goes back: what an operator refunds, what a cancelled order leaves, what is refunded at the provider.
create table order_refunds (
  id integer generated always as identity primary key,
  order_id integer not null references orders,
  -- The payment that it goes back from.
  attempt_id integer not null references payment_attempts,
  source text not null check (source in ('operator', 'cancellation', 'provider')),
  -- Null where it was made at the provider.
  user_id integer references users,
  reason text not null check (reason = btrim(reason) and length(reason) between 1 and 300),
  amount_minor integer not null check (amount_minor > 0),
  -- Its components, which add up as a receipt does: lines, their tax, service charge, its tax.
  total_minor integer not null check (total_minor >= 0),
  tax_minor integer not null check (tax_minor >= 0),
  service_fee_minor integer not null check (service_fee_minor >= 0),
  service_fee_tax_minor integer not null check (service_fee_tax_minor >= 0),
  -- asked: a call was made and its answer is not known. unclear: nor can it be learned; an operator must look.
  -- failed: the provider made it and took it back. void: the money went back in another way.
  state text not null check (state in ('wanted', 'asked', 'unclear', 'done', 'failed', 'void')),
  tries integer not null default 0,
  -- Why the last try failed, in the provider's own code.
  error text,
  provider_refund_id text,
  -- Of the request, so that the same one refunds once.
  request_key text,
  request_hash bytea,
  created_at timestamptz not null,
  settled_at timestamptz,
  check ((state in ('wanted', 'asked', 'unclear')) = (settled_at is null)),
  check ((request_key is null) = (request_hash is null)),
  check ((source = 'provider') = (user_id is null)),
  unique (order_id, request_key)
);
create index order_refunds_order_id on order_refunds (order_id);
create index order_refunds_created_at on order_refunds (created_at);
create index order_refunds_open on order_refunds (id) where state in ('wanted', 'asked', 'unclear');
-- Of a cart with several orders, a refund at the provider is a row of each.
create unique index order_refunds_at_provider on order_refunds (attempt_id, provider_refund_id, order_id) where source = 'provider';
create unique index order_refunds_one_cancellation on order_refunds (order_id) where source = 'cancellation';

-- Units of lines; none where an amount was refunded.
create table order_refund_lines (
  refund_id integer not null references order_refunds on delete cascade,
  order_item_id integer not null references order_items,
  quantity integer not null check (quantity > 0),
  primary key (refund_id, order_item_id)
);

-- The refund of a cancelled order was a part of its cancellation.
insert into order_refunds (order_id, attempt_id, source, user_id, reason, amount_minor, total_minor, tax_minor,
    service_fee_minor, service_fee_tax_minor, state, tries, error, created_at, settled_at)
  select o.id, c.attempt_id, 'cancellation', c.user_id, c.reason, c.refund_minor, o.total_minor, o.tax_minor,
    o.service_fee_minor, o.service_fee_tax_minor, c.refund_state, c.refund_tries, c.refund_error, c.cancelled_at, c.refunded_at
  from order_cancellations c join orders o on o.id = c.order_id where c.refund_minor > 0 order by c.cancelled_at, o.id;
insert into order_refund_lines (refund_id, order_item_id, quantity)
  select r.id, line.id, line.quantity from order_refunds r join order_items line on line.order_id = r.order_id;
update outbox set payload = jsonb_build_object('refundId', r.id)
  from order_refunds r
  where outbox.kind = 'refund-order' and outbox.done_at is null and r.order_id = (outbox.payload->>'orderId')::integer;

drop trigger order_cancellation_is_covered on order_cancellations;
drop function order_cancellation_is_covered;
alter table order_cancellations
  drop column attempt_id, drop column refund_minor, drop column refund_state, drop column refund_tries,
  drop column refund_error, drop column refunded_at;

-- What goes back of a payment and of an order never adds up to more than was paid, whatever is refunded at the same moment.
create function order_refund_is_covered() returns trigger language plpgsql as $$
declare
  paid integer;
  receipt integer;
  of_payment bigint;
  of_order bigint;
begin
  if new.state in ('failed', 'void') then
    return new;
  end if;
  select amount_minor into paid from payment_attempts
    where id = new.attempt_id and state = 'succeeded' for no key update;
  select total_minor + service_fee_minor + case when is_tax_included then 0 else tax_minor + service_fee_tax_minor end
    into receipt from orders where id = new.order_id;
  select coalesce(sum(amount_minor), 0), coalesce(sum(amount_minor) filter (where order_id = new.order_id), 0)
    into of_payment, of_order from order_refunds
    where attempt_id = new.attempt_id and id <> new.id and state not in ('failed', 'void');
  if paid is null or of_payment + new.amount_minor > paid or of_order + new.amount_minor > receipt then
    raise exception 'refunds of payment % would be % of %, of order % they would be % of %', new.attempt_id,
      of_payment + new.amount_minor, coalesce(paid, 0), new.order_id, of_order + new.amount_minor, receipt
      using errcode = 'check_violation', constraint = 'order_refunds_covered';
  end if;
  return new;
end $$;

create trigger order_refund_is_covered before insert or update of order_id, attempt_id, amount_minor, state on order_refunds
  for each row execute function order_refund_is_covered();

-- A screen that asks what changed in a queue learns of the refund too.
create function order_refund_changes_queue() returns trigger language plpgsql as $$
begin
  update queue_entries set changed_in = pg_current_xact_id() where order_id = new.order_id;
  return null;
end $$;

create trigger order_refund_changes_queue after insert or update of amount_minor, state, tries on order_refunds
  for each row execute function order_refund_changes_queue();
