-- Errors that pages reported of a release, equal ones as one row. Any visitor may report, so the rows are few: the oldest give way
-- (api/src/modules/reports/page-errors.ts).
create table release_errors (
  part text not null,
  version text not null,
  -- SHA-256 of the kind, the message without its numbers, and the first frames.
  fingerprint bytea not null,
  kind text not null,
  message text not null check (length(message) <= 300),
  -- A line for each frame: '/parts/catalog/1.0.0-3f9a01c2/850.31421a08.js:1:2'.
  stack text not null check (length(stack) <= 4000),
  count bigint not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  primary key (part, version, fingerprint)
);
create index release_errors_last_at on release_errors (last_at);
