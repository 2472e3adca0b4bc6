-- The people of teams who sign in to the desk in their own name. Each may look; further roles are columns.
create table release_members (
  id integer generated always as identity primary key,
  user_id integer not null references users on delete cascade,
  team text not null,
  -- 'host' and names of remotes.
  apps text[] not null,
  may_approve boolean not null,
  may_roll_back boolean not null,
  created_at timestamptz not null,
  -- Null: a command on the server, or an account that is gone.
  created_by integer references users on delete set null,
  removed_at timestamptz
);
comment on table release_members is 'A person of a team at the release desk, with the roles there.';
create unique index release_members_user_id on release_members (user_id) where removed_at is null;
create index release_members_every_user_id on release_members (user_id);
create index release_members_created_by on release_members (created_by);

-- A browser is signed in in the name of a token or of a person.
alter table desk_sessions
  alter column release_token_id drop not null,
  add column user_id integer references users on delete cascade,
  add constraint desk_sessions_of_one check (num_nonnulls(release_token_id, user_id) = 1);
create index desk_sessions_user_id on desk_sessions (user_id);

-- The questions of the desk that a passkey has answered: none is answered twice. Unlogged, since each ends within minutes.
create unlogged table desk_answers (
  question_hash bytea primary key,
  expires_at timestamptz not null
);
comment on table desk_answers is 'A question for a passkey at the release desk that was answered.';
