-- Photographs have another form of address (decision 0161); those that are stored keep theirs. A process of an earlier version forgets a
-- new one that is on no menu without deleting its files, and imports no document with one.
alter table stall_pictures
  drop constraint stall_pictures_address_check,
  add constraint stall_pictures_address_check check (address ~ '^/media/[0-9a-f]{20}\.w?[0-9]+\.webp$');
