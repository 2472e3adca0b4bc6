-- The members of a vendor were equals: each becomes an owner. A member whose role is not given may do the least.
alter table vendor_members add column role text not null default 'owner' check (role in ('owner', 'staff'));
alter table vendor_members alter column role set default 'staff';

-- Who runs a venue: everything in it, money included.
create table venue_operators (
  venue_id integer not null references venues on delete cascade,
  user_id integer not null references users on delete cascade,
  primary key (venue_id, user_id)
);
create index venue_operators_user_id on venue_operators (user_id);

-- A role that is offered to an address: one of a vendor, or operator of a venue. The link holds the token, the row its hash.
create table invitations (
  id integer generated always as identity primary key,
  token_hash bytea not null unique,
  email text not null check (email = lower(email)),
  role text not null check (role in ('owner', 'staff', 'operator')),
  venue_id integer not null references venues on delete cascade,
  vendor_id integer references vendors on delete cascade,
  invited_by integer references users on delete set null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  revoked_at timestamptz,
  check ((role = 'operator') = (vendor_id is null))
);
-- A new invitation of an address ends the one before it.
create unique index invitations_open on invitations (venue_id, coalesce(vendor_id, 0), email)
  where used_at is null and revoked_at is null;

-- What was changed in who may do what. Written in the transaction of the change; no secret is in it.
create table audit_log (
  id integer generated always as identity primary key,
  at timestamptz not null default now(),
  -- Null where no person did it: a command on the server, or an account that was deleted since.
  actor_id integer references users on delete set null,
  action text not null,
  -- Whom or what it is about, such as an email.
  subject text not null,
  venue_id integer references venues on delete cascade,
  vendor_id integer references vendors on delete cascade,
  before jsonb,
  after jsonb
);
create index audit_log_venue_id on audit_log (venue_id, id);
