-- The audit log is written by the database, so that no way of changing a role leaves it out. A transaction says who acts:
-- set_config('foodhall.actor', <id of the user>, true). Without that, no person did it.
create function audit_actor() returns integer language sql stable as $$
  -- Null for an account that this very statement deletes.
  select id from users where id = nullif(current_setting('foodhall.actor', true), '')::integer
$$;

create function audit_account(user_id integer) returns text language sql stable as $$
  select coalesce((select email from users where id = user_id), 'account ' || user_id)
$$;

create function audit_member() returns trigger language plpgsql as $$
declare
  its vendor_members;
begin
  if tg_op = 'DELETE' then its := old; else its := new; end if;
  -- Nothing where the vendor goes too.
  insert into audit_log (actor_id, action, subject, venue_id, vendor_id, before, after)
  select audit_actor(),
    case tg_op when 'INSERT' then 'member.added' when 'UPDATE' then 'member.changed' else 'member.removed' end,
    audit_account(its.user_id), vendors.venue_id, vendors.id,
    case when tg_op <> 'INSERT' then jsonb_build_object('role', old.role) end,
    case when tg_op <> 'DELETE' then jsonb_build_object('role', new.role) end
  from vendors where vendors.id = its.vendor_id;
  return null;
end $$;
create trigger audit_member after insert or delete or update of role on vendor_members
  for each row execute function audit_member();

create function audit_operator() returns trigger language plpgsql as $$
declare
  its venue_operators;
begin
  if tg_op = 'DELETE' then its := old; else its := new; end if;
  insert into audit_log (actor_id, action, subject, venue_id, before, after)
  select audit_actor(), case tg_op when 'INSERT' then 'operator.added' else 'operator.removed' end,
    audit_account(its.user_id), venues.id,
    case when tg_op = 'DELETE' then jsonb_build_object('role', 'operator') end,
    case when tg_op = 'INSERT' then jsonb_build_object('role', 'operator') end
  from venues where venues.id = its.venue_id;
  return null;
end $$;
create trigger audit_operator after insert or delete on venue_operators
  for each row execute function audit_operator();

create function audit_invitation() returns trigger language plpgsql as $$
declare
  action text := case
    when tg_op = 'INSERT' then 'invitation.sent'
    when new.used_at is not null and old.used_at is null then 'invitation.accepted'
    when new.revoked_at is not null and old.revoked_at is null then 'invitation.revoked'
  end;
begin
  if action is null then return null; end if;
  insert into audit_log (actor_id, action, subject, venue_id, vendor_id, after)
  values (audit_actor(), action, new.email, new.venue_id, new.vendor_id, jsonb_build_object('role', new.role));
  return null;
end $$;
create trigger audit_invitation after insert or update of used_at, revoked_at on invitations
  for each row execute function audit_invitation();
