-- One value that differs after every committed change of what visitors see of the market. A process that caches a public
-- response asks for it, so that a change is seen at once, whichever process or tool made it.
create table catalog_version (
  is_only boolean primary key default true check (is_only),
  version uuid not null
);
insert into catalog_version (version) values (gen_random_uuid());

create function catalog_changes() returns trigger language plpgsql as $$
begin
  -- Once a transaction.
  if current_setting('foodhall.catalog_has_changed', true) is distinct from 'yes' then
    perform set_config('foodhall.catalog_has_changed', 'yes', true);
    insert into catalog_version (version) values (gen_random_uuid())
      on conflict (is_only) do update set version = excluded.version;
    -- For the process of an embedded database, which is the only one and then need not ask.
    perform pg_notify('catalog_version', '');
  end if;
  return null;
end $$;

-- Deferred, so that the one row is locked while a transaction commits, not while an import runs. A transaction that has all of its
-- locks then waits for this one alone, so none deadlocks on it.
create constraint trigger catalog_changes after insert or update or delete on venues
  deferrable initially deferred for each row execute function catalog_changes();
create constraint trigger catalog_changes after insert or update or delete on vendors
  deferrable initially deferred for each row execute function catalog_changes();
create constraint trigger catalog_changes after insert or update or delete on menus
  deferrable initially deferred for each row execute function catalog_changes();
create constraint trigger catalog_changes after insert or update or delete on groups
  deferrable initially deferred for each row execute function catalog_changes();
create constraint trigger catalog_changes after insert or update or delete on items
  deferrable initially deferred for each row execute function catalog_changes();
create constraint trigger catalog_changes after insert or update or delete on variants
  deferrable initially deferred for each row execute function catalog_changes();
create constraint trigger catalog_changes after insert or update or delete on option_groups
  deferrable initially deferred for each row execute function catalog_changes();
create constraint trigger catalog_changes after insert or update or delete on options
  deferrable initially deferred for each row execute function catalog_changes();
