-- What a picture is drawn from, so that a venue is exported as it was imported. Null for a photograph, an uploaded file and an empty plate,
-- and until the venue's document is imported again.
alter table venues add column drawing jsonb;
alter table vendors add column drawing jsonb;
alter table items add column drawing jsonb;

-- A venue that is not active is closed, and may open again. One that was removed stays for its orders alone.
alter table venues add column removed_at timestamptz check (removed_at is null or not is_active);
update venues set removed_at = now() where not is_active;
