-- Who set a stall's hours, and who opened or closed it by its switch.
create function audit_hours() returns trigger language plpgsql as $$
begin
  if new.opening_hours is distinct from old.opening_hours then
    insert into audit_log (actor_id, action, subject, venue_id, vendor_id, before, after)
    values (audit_actor(), 'hours.changed', new.name, new.venue_id, new.id,
      jsonb_build_object('schedule', old.opening_hours), jsonb_build_object('schedule', new.opening_hours));
  end if;
  if (new.accepting_orders, new.follows_schedule) is distinct from (old.accepting_orders, old.follows_schedule) then
    insert into audit_log (actor_id, action, subject, venue_id, vendor_id, before, after)
    values (audit_actor(), 'opening.switched', new.name, new.venue_id, new.id,
      jsonb_build_object('mode', opening_mode(old.accepting_orders, old.follows_schedule)),
      jsonb_build_object('mode', opening_mode(new.accepting_orders, new.follows_schedule)));
  end if;
  return null;
end $$;

create function opening_mode(accepting_orders boolean, follows_schedule boolean) returns text language sql immutable as $$
  select case when not accepting_orders then 'closed' when follows_schedule then 'schedule' else 'open' end
$$;

create trigger audit_hours after update of opening_hours, accepting_orders, follows_schedule on vendors
  for each row execute function audit_hours();
