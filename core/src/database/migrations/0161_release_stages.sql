-- Releases that wait for a person: they are up and checked, and go live when people of the team approve them.
create table release_stages (
  id integer generated always as identity primary key,
  team text not null,
  -- The token that sent the files, whose uploads they are.
  release_token_id integer not null references release_tokens,
  -- The lists of files, as the release service takes them.
  builds jsonb not null,
  -- 'host' and names of remotes.
  apps text[] not null,
  -- 'catalog@1.0.0-3f9a01c2'. Several builds have commas between them.
  subject text not null,
  channel text,
  percent integer,
  source jsonb not null,
  -- The metadata that teams signed for it with their own keys, by app.
  signed jsonb not null,
  -- The version of each app that its visitors had, or null.
  seen jsonb not null,
  -- The account of the CI system that staged it: 'github:583231'.
  actor text,
  staged_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  outcome text check (outcome in ('live', 'refused')),
  reason text,
  check ((ended_at is null) = (outcome is null))
);
comment on table release_stages is 'A release that waits for the approval of people.';
create index release_stages_release_token_id on release_stages (release_token_id);
create index release_stages_staged_at on release_stages (staged_at);

create table release_approvals (
  stage_id integer not null references release_stages on delete cascade,
  user_id integer not null references users,
  at timestamptz not null,
  primary key (stage_id, user_id)
);
comment on table release_approvals is 'The approval of a staged release by a person.';
create index release_approvals_user_id on release_approvals (user_id);

-- Whether a release may be staged for any visitors.
alter table release_tokens add column may_stage boolean not null default false;
alter table release_publishers add column may_stage boolean not null default false;
-- The accounts of a person at CI systems: who staged a release is not the second person that approves it.
alter table release_members add column ci_accounts text[] not null default '{}';

-- The log of the desk also has what was staged.
drop index audit_log_of_releases;
drop index audit_log_attempts;
create index audit_log_of_releases on audit_log (id) where action ~ '^(release|rollback|retirement|stage)[.]';
create index audit_log_attempts on audit_log (((after ->> 'attempt')::integer))
  where action ~ '^(release|rollback|retirement|stage)[.]';
