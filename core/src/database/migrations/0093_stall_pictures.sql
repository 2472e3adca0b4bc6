-- The pictures that stalls have uploaded (modules/pictures): what counts for a stall's room, and what may be deleted again. Pictures of
-- documents have no row. A process of an earlier version knows none of them, and deletes nothing.
create table stall_pictures (
  -- Of its widest form. No other stall gets the same, also for the same photograph.
  address text primary key check (address ~ '^/media/[0-9a-f]{20}\.w[0-9]+\.webp$'),
  vendor_id integer references vendors on delete set null,
  -- Of all forms.
  bytes integer not null check (bytes > 0),
  created_at timestamptz not null,
  -- Since a round found it on no menu; null while it is on one, or was never looked for.
  unused_since timestamptz
);
create index stall_pictures_vendor on stall_pictures (vendor_id);
create index stall_pictures_unused on stall_pictures (unused_since) where unused_since is not null;
