-- The response to a move in the queue that named an Idempotency-Key: the same request, sent again, gets it again, also after the
-- entry moved on.
create table queue_moves (
  user_id integer not null references users on delete cascade,
  key text not null check (length(key) between 1 and 200),
  entry_id integer not null references queue_entries on delete cascade,
  -- Null where the request did not name the state it was made on.
  from_state text,
  to_state text not null,
  response jsonb not null,
  created_at timestamptz not null default now(),
  primary key (user_id, key)
);
create index queue_moves_entry_id on queue_moves (entry_id);
