-- A session that a passkey has opened ends when the account loses the passkey. Null: a token or a provider has opened it.
alter table desk_sessions add column passkey_id bigint references second_factors on delete cascade;
create index desk_sessions_passkey_id on desk_sessions (passkey_id);

-- A team may take back what it has staged.
alter table release_stages drop constraint release_stages_outcome_check;
alter table release_stages add constraint release_stages_outcome_check
  check (outcome in ('live', 'refused', 'withdrawn'));

-- The log of the desk also has who signed in there.
drop index audit_log_of_releases;
create index audit_log_of_releases on audit_log (id) where action ~ '^(release|rollback|retirement|stage|desk)[.]';
