-- What a team shows to the release service. Only the hash is stored.
create table release_tokens (
  id integer generated always as identity primary key,
  token_hash bytea not null unique,
  team text not null,
  -- 'host' and names of remotes.
  apps text[] not null,
  -- '*' is each channel.
  channels text[] not null,
  -- The largest rollout that it may make; 0: none.
  most_percent integer not null check (most_percent between 0 and 99),
  -- Whether it may release to all visitors.
  is_for_all boolean not null,
  created_at timestamptz not null,
  -- Null: a command on the server, or an account that is gone.
  created_by integer references users on delete set null,
  expires_at timestamptz not null,
  revoked_at timestamptz
);
create index release_tokens_created_by on release_tokens (created_by);
