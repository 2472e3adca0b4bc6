-- Rows that come with every order and event never stop: an integer ends at 2.1 billion, which 1,000 venues at lunch reach with the messages of
-- the outbox within months. A process reads a bigint as a number, and refuses one beyond 2^53 (pool.ts).
-- A trigger that names a column keeps its type from changing.
drop trigger order_refund_is_covered on order_refunds;

alter table carts alter id type bigint;
alter table idempotency_keys alter cart_id type bigint;
alter table orders alter id type bigint, alter cart_id type bigint;
alter table order_items alter id type bigint, alter order_id type bigint;
alter table order_item_options alter id type bigint, alter order_item_id type bigint;
alter table payment_attempts alter id type bigint, alter cart_id type bigint;
alter table payment_shares alter id type bigint, alter attempt_id type bigint, alter order_id type bigint;
alter table payment_alerts alter id type bigint, alter attempt_id type bigint;
alter table webhook_events alter id type bigint;
alter table queue_entries alter id type bigint, alter order_id type bigint;
alter table queue_transitions alter id type bigint, alter entry_id type bigint;
alter table queue_moves alter entry_id type bigint;
alter table order_cancellations alter order_id type bigint;
alter table order_refunds alter id type bigint, alter order_id type bigint, alter attempt_id type bigint;
alter table order_refund_lines alter refund_id type bigint, alter order_item_id type bigint;
alter table outbox alter id type bigint;

create trigger order_refund_is_covered before insert or update of order_id, attempt_id, amount_minor, state on order_refunds
  for each row execute function order_refund_is_covered();

-- As in migration 0076, with the type of the ids.
drop function claim_in_order;
create function claim_in_order(of_kind text, keys_in text, as_of timestamptz, lease_until timestamptz, most integer)
returns table (id bigint, key text, payload jsonb, attempts integer) language plpgsql as $$
#variable_conflict use_column
declare
  message record;
  keys text[];
  held text[] := '{}';
  claimed bigint[] := '{}';
begin
  -- Processes take turns at claiming, and work side by side. The statements below see what the one before has claimed.
  perform pg_advisory_xact_lock(hashtext('outbox:' || of_kind));
  for message in
    select outbox.id, available_at <= as_of as is_due,
      case when jsonb_typeof(payload -> keys_in) = 'array' then payload -> keys_in else '[]' end as keys
    from outbox where kind = of_kind and done_at is null order by outbox.id
  loop
    keys := array(select jsonb_array_elements_text(message.keys));
    if message.is_due and not keys && held then
      claimed := claimed || message.id;
      exit when cardinality(claimed) = most;
    elsif not keys <@ held then
      held := held || keys;
    end if;
  end loop;
  if cardinality(claimed) = 0 then return; end if;
  return query
    with leased as (
      update outbox set available_at = lease_until, leased_until = lease_until, attempts = outbox.attempts + 1
      where outbox.id = any(claimed) returning outbox.id, outbox.key, outbox.payload, outbox.attempts)
    select * from leased order by leased.id;
end $$;

-- The planner's statistics of a column go with its type.
analyze carts, idempotency_keys, orders, order_items, order_item_options, payment_attempts, payment_shares, payment_alerts, webhook_events,
  queue_entries, queue_transitions, queue_moves, order_cancellations, order_refunds, order_refund_lines, outbox;
