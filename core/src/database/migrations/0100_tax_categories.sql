-- The taxes of a venue beside its own (venues.tax_name, venues.tax_rate_bp), which everything has that is in no category.
create table tax_categories (
  id integer generated always as identity primary key,
  venue_id integer not null references venues on delete cascade,
  slug text not null,
  -- As receipts have it.
  name text not null check (name <> ''),
  rate_bp integer not null check (rate_bp between 0 and 10000),
  unique (venue_id, slug)
);

alter table items add column tax_category_id integer references tax_categories;
create index items_tax_category_id on items (tax_category_id);

-- The tax of a line as it was when the line was added. Null: it has its order's.
alter table order_items
  add column tax_name text,
  add column tax_rate_bp integer,
  add constraint order_items_tax check ((tax_name is null) = (tax_rate_bp is null));

-- A refund by rate, [{name, rate_bp, total_minor, tax_minor}], which add up to its total_minor and tax_minor. Null: one that was stored
-- before there were rates.
alter table order_refunds add column taxes jsonb;

-- Rates decide what guests pay and what the venue owes, so each change is in the audit log, whichever way it was made.
create function audit_tax_category() returns trigger language plpgsql as $$
declare
  its tax_categories;
begin
  if tg_op = 'DELETE' then its := old; else its := new; end if;
  -- Nothing where the venue goes too.
  insert into audit_log (actor_id, action, subject, venue_id, before, after)
  select audit_actor(),
    case tg_op when 'INSERT' then 'tax-category.added' when 'UPDATE' then 'tax-category.changed' else 'tax-category.removed' end,
    its.slug, venues.id,
    case when tg_op <> 'INSERT' then jsonb_build_object('name', old.name, 'rate', round(old.rate_bp / 100.0, 2)) end,
    case when tg_op <> 'DELETE' then jsonb_build_object('name', new.name, 'rate', round(new.rate_bp / 100.0, 2)) end
  from venues where venues.id = its.venue_id;
  return null;
end $$;
create trigger audit_tax_category after insert or delete or update of name, rate_bp on tax_categories
  for each row execute function audit_tax_category();

create function audit_tax_of_item() returns trigger language plpgsql as $$
begin
  insert into audit_log (actor_id, action, subject, venue_id, vendor_id, before, after)
  select audit_actor(), 'item.taxed', new.name, vendors.venue_id, vendors.id,
    jsonb_build_object('tax_category', (select slug from tax_categories where id = old.tax_category_id)),
    jsonb_build_object('tax_category', (select slug from tax_categories where id = new.tax_category_id))
  from vendors where vendors.id = new.vendor_id;
  return null;
end $$;
create trigger audit_tax_of_item after update of tax_category_id on items
  for each row when (old.tax_category_id is distinct from new.tax_category_id) execute function audit_tax_of_item();
