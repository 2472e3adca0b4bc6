-- Who moved a queue entry, which a bank wants to know when a payment is disputed. Null for steps from before this column: not known.
alter table queue_transitions add column actor_id integer references users;
create index queue_transitions_actor on queue_transitions (actor_id);
create or replace function queue_entry_moves_one_step() returns trigger language plpgsql as $$
declare
  states constant text[] := array['new', 'busy', 'done', 'collected'];
  step constant integer := array_position(states, new.state) - array_position(states, old.state);
begin
  if step = 0 then
    return new;
  end if;
  if step not in (1, -1) then
    raise exception 'a queue entry moves one step at a time, not from % to %', old.state, new.state
      using errcode = 'check_violation', constraint = 'queue_entries_one_step';
  end if;
  insert into queue_transitions (entry_id, from_state, to_state, is_undo, actor_id)
    values (new.id, old.state, new.state, step = -1, audit_actor());
  new.updated_at := now();
  return new;
end $$;
