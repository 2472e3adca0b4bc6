-- The hours of a hall. A stall without a schedule of its own follows them.
alter table venues
  add column opening_hours jsonb,
  add column opening_hours_version integer not null default 1,
  add constraint venues_opening_hours check (jsonb_typeof(opening_hours) = 'object');

create function audit_hall_hours() returns trigger language plpgsql as $$
begin
  insert into audit_log (actor_id, action, subject, venue_id, before, after) values (
    audit_actor(), 'hours.changed', new.name, new.id,
    jsonb_build_object('schedule', old.opening_hours), jsonb_build_object('schedule', new.opening_hours));
  return null;
end $$;
create trigger audit_hall_hours after update of opening_hours on venues
  for each row when (old.opening_hours is distinct from new.opening_hours) execute function audit_hall_hours();
