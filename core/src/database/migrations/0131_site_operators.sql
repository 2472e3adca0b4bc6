-- Who runs the site: makes and removes halls, lets teams release, and answers for the accounts that no hall knows. An operator of
-- every hall had this without a role of its own, and lost it with each new hall.
create table site_operators (
  user_id integer primary key references users on delete cascade
);
comment on table site_operators is 'The people who run the site itself. A hall has operators of its own.';

create function audit_site_operator() returns trigger language plpgsql as $$
declare
  its site_operators;
begin
  if tg_op = 'DELETE' then its := old; else its := new; end if;
  insert into audit_log (actor_id, action, subject, before, after)
  select audit_actor(), case tg_op when 'INSERT' then 'site-operator.added' else 'site-operator.removed' end,
    audit_account(its.user_id),
    case when tg_op = 'DELETE' then jsonb_build_object('role', 'site operator') end,
    case when tg_op = 'INSERT' then jsonb_build_object('role', 'site operator') end;
  return null;
end $$;
create trigger audit_site_operator after insert or delete on site_operators
  for each row execute function audit_site_operator();

insert into site_operators (user_id)
select user_id from venue_operators join venues on venues.id = venue_operators.venue_id
  where venues.removed_at is null
  group by user_id having count(*) = (select count(*) from venues where removed_at is null);

-- The operator of the demo, whose market has more halls than it runs.
insert into site_operators (user_id)
select distinct user_id from venue_operators join users on users.id = user_id where users.is_demo
on conflict do nothing;
