-- What the API processes of one database share: secrets that each would otherwise make for itself, the counts of limits, and
-- the news that a session has ended.
create table shared_secrets (
  name text primary key,
  value jsonb not null,
  created_at timestamptz not null default now()
);

-- Unlogged: it is written with every attempt, and a database that crashed may forget failures of some minutes.
create unlogged table attempt_counts (
  -- SHA-256, so that a copy of the database has no visitor's address.
  key bytea primary key,
  count integer not null,
  ends_at timestamptz not null,
  -- Attempts without an outcome; those of a process that died count until busy_until.
  under_way integer not null default 0,
  busy_until timestamptz not null
);
create index attempt_counts_ends_at on attempt_counts (ends_at);

create function session_ends() returns trigger language plpgsql as $$
begin
  -- At the commit, to each process that has sockets.
  perform pg_notify('session_ended', old.id::text);
  return null;
end $$;
create trigger session_ends after delete on tokens for each row execute function session_ends();
