-- The audit log is append-only and chained: the hash of each entry covers its text and the hash before it, so that an entry that
-- was changed, removed or put in between is found. `npm run foodhall -- audit verify` compares.

-- An entry outlives what it names, so ids refer to nothing: an update or a deletion by a foreign key would break the chain.
alter table audit_log drop constraint audit_log_actor_id_fkey;
alter table audit_log drop constraint audit_log_venue_id_fkey;
alter table audit_log drop constraint audit_log_vendor_id_fkey;

-- A subject may be an email, which the deletion of an account takes out. The chain has a salted hash of it, which stays true;
-- without the salt it says nothing of the email.
alter table audit_log add column subject_salt uuid default gen_random_uuid();
alter table audit_log add column subject_hash bytea not null default '';

create function audit_subject_hash(salt uuid, subject text) returns bytea language sql immutable as $$
  select sha256(convert_to(salt::text || subject, 'UTF8'))
$$;
update audit_log set subject_hash = audit_subject_hash(subject_salt, subject);

create function audit_subject() returns trigger language plpgsql as $$
begin
  new.subject_salt := gen_random_uuid();
  new.subject_hash := audit_subject_hash(new.subject_salt, new.subject);
  return new;
end $$;
create trigger audit_subject before insert on audit_log for each row execute function audit_subject();

-- What is hashed. It depends on no setting of the connection.
create function audit_text(entry audit_log) returns text language sql stable as $$
  select jsonb_build_array(entry.id, to_char(entry.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'), entry.actor_id,
    entry.action, encode(entry.subject_hash, 'hex'), entry.venue_id, entry.vendor_id, entry.before, entry.after)::text
$$;

-- In the order of the commits, which is not that of the ids. The first entry has 32 zeros before it.
create table audit_chain (
  position integer primary key,
  entry_id integer not null unique,
  hash bytea not null
);

create function audit_append(entry audit_log) returns void language plpgsql as $$
declare
  head audit_chain;
begin
  select * into head from audit_chain order by position desc limit 1;
  insert into audit_chain (position, entry_id, hash) values (
    coalesce(head.position, 0) + 1, entry.id,
    sha256(coalesce(head.hash, decode(repeat('00', 32), 'hex')) || convert_to(audit_text(entry), 'UTF8'))
  );
end $$;

do $$
declare
  entry audit_log;
begin
  for entry in select * from audit_log order by id loop
    perform audit_append(entry);
  end loop;
end $$;

-- Deferred: a transaction takes the lock when it commits and has all of its row locks, so that no transaction waits for a row
-- while it holds the chain.
create function audit_chain_entry() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(730080);
  perform audit_append(new);
  return null;
end $$;
create constraint trigger audit_chain_entry after insert on audit_log
  deferrable initially deferred for each row execute function audit_chain_entry();

-- The one change is the deletion of an account: its words take the place of the subject, and the salt goes.
create function audit_append_only() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'audit_log' and tg_op = 'UPDATE' then
    if new.subject_salt is null and new.subject ~ '^account \d+$'
      and to_jsonb(new) - '{subject,subject_salt}'::text[] = to_jsonb(old) - '{subject,subject_salt}'::text[]
    then
      return new;
    end if;
  end if;
  raise exception 'The audit log is append-only.' using errcode = 'insufficient_privilege';
end $$;
create trigger audit_append_only before update or delete on audit_log for each row execute function audit_append_only();
create trigger audit_append_only before update or delete on audit_chain for each row execute function audit_append_only();
create trigger audit_no_truncate before truncate on audit_log execute function audit_append_only();
create trigger audit_no_truncate before truncate on audit_chain execute function audit_append_only();
