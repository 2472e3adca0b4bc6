-- The latest code that was sent to an address to sign in with. One row an address: a new code ends the older.
create table login_codes (
  email text primary key check (email = lower(email)),
  -- Of the code together with the key of the browser that asked for it: six digits alone could be read back from their hash.
  code_hash bytea not null,
  browser_hash bytea not null,
  tries integer not null default 0,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index login_codes_expires_at on login_codes (expires_at);
-- Null where no password was set: the account was made by a code.
alter table users alter column password_hash drop not null;
-- When the account's owner first proved that emails to the address reach them; null where none has.
alter table users add column email_confirmed_at timestamptz;
