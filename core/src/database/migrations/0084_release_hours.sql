-- What pages reported of a release within an hour, added up over all processes: counts alone, nothing of a visitor.
create table release_hours (
  -- 'host', the name of a remote, or 'other': a release that the registry does not name.
  part text not null,
  version text not null,
  hour timestamptz not null,
  -- Each list has a count by place; api/src/modules/reports/release-sums.ts says which place is what.
  visits bigint[] not null,
  errors bigint[] not null,
  demoted bigint[] not null,
  loads bigint[] not null,
  lcp bigint[] not null,
  inp bigint[] not null,
  cls bigint[] not null,
  fcp bigint[] not null,
  ttfb bigint[] not null,
  primary key (part, version, hour)
);
create index release_hours_hour on release_hours (hour);

-- Place by place. What one of them lacks is 0.
create function add_counts(one bigint[], other bigint[]) returns bigint[] language sql immutable as $$
  select coalesce(array_agg(coalesce(a, 0) + coalesce(b, 0) order by place), '{}')
    from unnest(one, other) with ordinality as pair (a, b, place)
$$;
