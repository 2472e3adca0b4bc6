-- An account that was deleted stays for the orders and payments that refer to it, without the person.
alter table users add column deleted_at timestamptz;

-- What is left of a payment without the words of the person: lines, prices and totals stay.
create function without_person(snapshot jsonb) returns jsonb language sql immutable as $$
  select case when jsonb_typeof(snapshot->'orders') <> 'array' then snapshot else
    jsonb_set(snapshot, '{orders}', coalesce((
      select jsonb_agg(
        o || jsonb_build_object(
          'delivery_method_instructions', '',
          'delivery_method_location', case when o->>'delivery_method_type' in ('room', 'address') then 'Deleted'
            else coalesce(o->>'delivery_method_location', '') end,
          'lines', coalesce((
            select jsonb_agg(line || jsonb_build_object('notes', '', 'line_key', 'deleted ' || at) order by at)
            from jsonb_array_elements(o->'lines') with ordinality as lines (line, at)), '[]'))
        order by n)
      from jsonb_array_elements(snapshot->'orders') with ordinality as orders (o, n)), '[]'))
  end
$$;
