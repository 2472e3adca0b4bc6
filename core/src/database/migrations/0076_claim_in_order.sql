-- Claims due messages of a kind, the oldest first, none whose key an earlier message still holds: one that waits for another try or is
-- claimed. `keys_in` is the member of the payload that lists a message's keys. In one call: an event is claimed after each commit, and
-- a statement costs more to send than to run.
create function claim_in_order(of_kind text, keys_in text, as_of timestamptz, lease_until timestamptz, most integer)
returns table (id integer, key text, payload jsonb, attempts integer) language plpgsql as $$
#variable_conflict use_column
declare
  message record;
  keys text[];
  held text[] := '{}';
  claimed integer[] := '{}';
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
