-- Who is signed in to the desk: a browser, by a cookie of which only the hash is stored, in the name of a release token. Unlogged,
-- so that no backup has an open session.
create unlogged table desk_sessions (
  id integer generated always as identity primary key,
  session_hash bytea not null unique,
  release_token_id integer not null references release_tokens on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- What the last action came to, for the next page alone.
  outcome jsonb
);
create index desk_sessions_release_token_id on desk_sessions (release_token_id);

-- The attempts of the release service, among all that the log has.
create index audit_log_of_releases on audit_log (id) where action ~ '^(release|rollback|retirement)[.]';
create index audit_log_attempts on audit_log (((after ->> 'attempt')::integer))
  where action ~ '^(release|rollback|retirement)[.]';
