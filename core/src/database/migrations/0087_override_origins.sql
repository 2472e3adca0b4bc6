-- Where developers of the team may run a remote from in a browser of their own, besides their own computer.
alter table release_tokens add column override_origins text[] not null default '{}';
