-- A commit that changes the catalogue waits for the processes that have borrowed its version: they hold this lock shared, for at most
-- some milliseconds. So a version that is borrowed is the current one, and need not be asked for with each request.
create or replace function catalog_changes() returns trigger language plpgsql as $$
begin
  -- Once a transaction.
  if current_setting('foodhall.catalog_has_changed', true) is distinct from 'yes' then
    perform set_config('foodhall.catalog_has_changed', 'yes', true);
    perform pg_advisory_xact_lock(730005);
    insert into catalog_version (version) values (gen_random_uuid())
      on conflict (is_only) do update set version = excluded.version;
    -- For the process of an embedded database, which is the only one and then need not ask.
    perform pg_notify('catalog_version', '');
  end if;
  return null;
end $$;
