-- Text messages (SMS): a person's number, confirmed by a code, gets one message when an order is done.
create table phones (
  user_id integer primary key references users on delete cascade,
  number text not null,
  confirmed_at timestamptz,
  -- Of the code that was sent to the number. Null once the number is confirmed.
  code_hash bytea,
  code_expires_at timestamptz,
  tries smallint not null default 0,
  constraint phones_code check ((confirmed_at is null) = (code_hash is not null) and (code_hash is null) = (code_expires_at is null))
);
comment on table phones is 'The number of a person who asked for text messages, and the code that confirms it.';
-- A number is of the account that confirmed it last.
create unique index phones_number on phones (number) where confirmed_at is not null;

create table text_messages (
  id bigint generated always as identity primary key,
  -- Null for a code. An order has one message, however often it becomes done.
  order_id bigint unique references orders on delete cascade,
  state text not null default 'queued' check (state in ('queued', 'sending', 'sent', 'delivered', 'failed', 'unknown', 'dropped')),
  drop_reason text check ((state = 'dropped') = (drop_reason is not null)),
  error_code text,
  -- The id at the service.
  provider_id text unique,
  segments smallint not null default 0,
  created_at timestamptz not null default now(),
  sent_at timestamptz
);
comment on table text_messages is 'A text message that was sent, or is to be sent. It has neither the number nor the text.';
create index text_messages_sent_at on text_messages (sent_at) where sent_at is not null;

create table text_replies (
  id bigint generated always as identity primary key,
  -- The id at the service, so that a repeated reply has no effect.
  provider_id text not null unique,
  -- Of the number that replied. The refusal outlives the account.
  number_hash bytea not null,
  is_stop boolean not null,
  created_at timestamptz not null default now()
);
comment on table text_replies is 'STOP and START that numbers have replied. The latest reply of a number counts.';
create index text_replies_number_hash on text_replies (number_hash, id);
