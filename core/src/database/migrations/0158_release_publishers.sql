-- The workflows of CI systems that may release without a stored secret: their identity tokens are exchanged for a release token.
create table release_publishers (
  id integer generated always as identity primary key,
  team text not null,
  -- The kind of CI system, which decides which claims a token has.
  provider text not null check (provider in ('github', 'gitlab')),
  -- The address whose published keys sign the tokens, as in the claim iss.
  issuer text not null,
  -- 'octo/menu'. Name and ids have to agree, since a name can be given to another repository, and an id stays with its owner's account.
  repository text not null,
  repository_id text not null,
  -- The id of the repository's owner: an account or organisation at GitHub, a namespace at GitLab.
  owner_id text not null,
  -- The file of the workflow in the repository.
  workflow text not null,
  branch text,
  environment text,
  -- 'host' and names of remotes.
  apps text[] not null,
  -- '*' is each channel.
  channels text[] not null,
  -- The largest rollout that it may make; 0: none. No workflow releases to all visitors.
  most_percent integer not null check (most_percent between 0 and 99),
  created_at timestamptz not null,
  -- Null: a command on the server, or an account that is gone.
  created_by integer references users on delete set null,
  removed_at timestamptz,
  check (branch is not null or environment is not null)
);
comment on table release_publishers is 'A workflow of a CI system whose runs may release without a stored secret.';
create index release_publishers_created_by on release_publishers (created_by);
create index release_publishers_issuer on release_publishers (issuer) where removed_at is null;

-- A token that was given for an identity token is for one release and ends after minutes.
alter table release_tokens
  add column publisher_id integer references release_publishers,
  -- A hash of issuer and jti: no identity token is taken twice.
  add column identity_hash bytea unique,
  -- What the issuer says of the run: repository, commit, workflow, address of the run, and who started it.
  add column run jsonb,
  -- When its release was asked for.
  add column spent_at timestamptz,
  add constraint release_tokens_of_publisher
    check ((publisher_id is null) = (identity_hash is null) and (publisher_id is null) = (run is null));
create index release_tokens_publisher_id on release_tokens (publisher_id);
