-- A second factor: a passkey or an authenticator app, with recovery codes. Operators have one, any account may.
create table second_factors (
  id bigint generated always as identity primary key,
  user_id integer not null references users on delete cascade,
  kind text not null check (kind in ('passkey', 'authenticator')),
  -- What its person recognises it by.
  name text not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  -- Of a passkey: what the authenticator made. The private key never leaves it.
  credential_id bytea unique,
  public_key bytea,
  sign_count bigint not null default 0,
  transports text[] not null default '{}',
  -- Of an authenticator app: the shared secret, and the latest time step whose code was used, so that no code works twice.
  secret bytea,
  last_step bigint,
  constraint second_factors_passkey check ((kind = 'passkey') = (credential_id is not null and public_key is not null)),
  constraint second_factors_authenticator check ((kind = 'authenticator') = (secret is not null))
);
comment on table second_factors is 'A passkey or an authenticator app that proves who signs in, beside the email.';
create index second_factors_user on second_factors (user_id);

create table recovery_codes (
  user_id integer not null references users on delete cascade,
  -- Of the code's letters and digits. A code has 80 random bits, so that its hash cannot be tried out.
  code_hash bytea not null,
  used_at timestamptz,
  primary key (user_id, code_hash)
);
comment on table recovery_codes is 'The hash of a code that stands in for a second factor once.';

-- The first half of a sign-in, of a proof, or of the setup of a factor. The browser has the token, which is a passkey's challenge too.
create table factor_steps (
  token_hash bytea primary key,
  user_id integer not null references users on delete cascade,
  purpose text not null check (purpose in ('sign-in', 'prove', 'add-passkey', 'add-authenticator')),
  -- The session that asked. A sign-in has none yet.
  token_id integer references tokens on delete cascade,
  -- The secret of an authenticator app that is being set up.
  secret bytea,
  expires_at timestamptz not null,
  constraint factor_steps_session check ((purpose = 'sign-in') = (token_id is null)),
  constraint factor_steps_secret check ((purpose = 'add-authenticator') = (secret is not null))
);
comment on table factor_steps is 'A question for a second factor that waits for its answer for ten minutes.';
create index factor_steps_user on factor_steps (user_id, expires_at);
create index factor_steps_token on factor_steps (token_id);

alter table tokens
  -- When the person of the session last proved who they are, with all factors that the account had.
  add column proved_at timestamptz,
  -- The session of an operator ends after hours without use. It is written every few minutes, for operators alone.
  add column last_used_at timestamptz not null default now();

alter table venues
  -- True: its operators act in it only with a second factor.
  add column requires_second_factor boolean not null default false,
  -- A refund above this amount asks its operator for a recent proof. Null: the product's default.
  add column refund_proof_minor integer check (refund_proof_minor >= 0);

-- One entry in each hall that the person runs, so that its other operators see it; for anyone else one that only site operators see.
create function audit_of_operator(its_action text, its_user integer, its_before jsonb, its_after jsonb)
returns void language plpgsql as $$
begin
  insert into audit_log (actor_id, action, subject, venue_id, before, after)
  select audit_actor(), its_action, audit_account(its_user), venue_operators.venue_id, its_before, its_after
    from venue_operators where venue_operators.user_id = its_user;
  if not found then
    insert into audit_log (actor_id, action, subject, before, after)
    values (audit_actor(), its_action, audit_account(its_user), its_before, its_after);
  end if;
end $$;

create function audit_second_factor() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform audit_of_operator('second-factor.added', new.user_id, null, jsonb_build_object('kind', new.kind));
  -- Nothing where the account goes too.
  elsif exists (select from users where id = old.user_id) then
    perform audit_of_operator('second-factor.removed', old.user_id, jsonb_build_object('kind', old.kind), null);
  end if;
  return null;
end $$;
create trigger audit_second_factor after insert or delete on second_factors
  for each row execute function audit_second_factor();

create function audit_recovery_code() returns trigger language plpgsql as $$
begin
  perform audit_of_operator('second-factor.recovery-code-used', new.user_id, null, null);
  return null;
end $$;
create trigger audit_recovery_code after update of used_at on recovery_codes
  for each row when (old.used_at is null and new.used_at is not null) execute function audit_recovery_code();

create function audit_venue_proofs() returns trigger language plpgsql as $$
begin
  insert into audit_log (actor_id, action, subject, venue_id, before, after) values (
    audit_actor(), 'venue.proofs-changed', new.name, new.id,
    jsonb_build_object('requires_second_factor', old.requires_second_factor, 'refund_proof_minor', old.refund_proof_minor),
    jsonb_build_object('requires_second_factor', new.requires_second_factor, 'refund_proof_minor', new.refund_proof_minor));
  return null;
end $$;
create trigger audit_venue_proofs after update of requires_second_factor, refund_proof_minor on venues
  for each row when (old.requires_second_factor <> new.requires_second_factor
    or old.refund_proof_minor is distinct from new.refund_proof_minor)
  execute function audit_venue_proofs();
