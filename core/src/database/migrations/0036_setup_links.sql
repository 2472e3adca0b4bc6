-- Links that open the setup of a site without a venue. Only the newest one works, once, for an hour; the older ones stay, so
-- that the page can say why they do not work.
create table setup_links (
  id integer generated always as identity primary key,
  token_hash bytea not null unique,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
