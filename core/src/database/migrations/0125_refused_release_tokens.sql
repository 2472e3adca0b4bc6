-- Refused release tokens, counted by day, network and reason. They are apart from audit_log, from which nothing is deleted: anyone can
-- send a token that is refused. Rows of 30 days are kept.
create table refused_release_tokens (
  day date not null,
  -- 'others' once the day has many networks.
  network text not null,
  reason text not null,
  -- Of a token that this site has, and that ended.
  team text,
  -- What was asked last, 'POST /api/v1/registry/releases'.
  request text not null,
  count integer not null,
  last_at timestamptz not null,
  primary key (day, network, reason)
);
