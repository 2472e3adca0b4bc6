-- What the buyer of an order is allergic to, for its kitchen: health data, which leaves with the account.
alter table orders add column allergy_note text not null default '';

-- The snapshot of a payment without what its person wrote (0070), and without this note.
create or replace function without_person(snapshot jsonb) returns jsonb language sql immutable as $$
  select case when jsonb_typeof(snapshot->'orders') <> 'array' then snapshot else
    jsonb_set(snapshot, '{orders}', coalesce((
      select jsonb_agg(
        o || jsonb_build_object(
          'allergy_note', '',
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
