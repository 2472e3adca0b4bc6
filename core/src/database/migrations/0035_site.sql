-- What the site itself is. One row, made by its first start.
create table site (
  is_only boolean primary key default true check (is_only),
  -- The payments that this database was started with. Its orders, carts and keys are of this mode.
  payments_mode text not null check (payments_mode in ('sandbox', 'test', 'live')),
  created_at timestamptz not null default now()
);

-- What the import of the demo market made: it can be removed as a whole, and live payments refuse it.
alter table users add column is_demo boolean not null default false;
alter table venues add column is_demo boolean not null default false;

-- A database from before: the demo's venues are those with the keys of the sandbox, its accounts those of its file.
update venues set is_demo = true
  where (slug, payment_provider_key) in (
    ('granary-square-market', 'pk_test_granary'), ('harbour-street-foodhall', 'pk_test_harbour'),
    ('les-halles-du-canal', 'leshallesducanal'), ('night-market-at-pier-9', 'pk_test_pier9')
  );
-- A stranger may have registered one of the addresses as a customer: the demo's customers have the phones of the file, too.
update users set is_demo = true
  where (email, phone) in (
    ('customer@foodhall.test', '0820000001'), ('second@foodhall.test', '0820000002'),
    ('vendor@foodhall.test', '0820000003'), ('baker@foodhall.test', '0820000004')
  )
  or email in ('vendor@foodhall.test', 'baker@foodhall.test')
    and exists (select from vendor_members where vendor_members.user_id = users.id);
