import type { ReleaseStatus } from '../model/service';
import type { Attempt } from './attempts.query';
import { withMaker } from './makers';

const SINCE = '2026-11-23T12:00:00.000Z';
const live: ReleaseStatus = { app: 'catalog', version: '1.0.0-a', for: 'all', since: SINCE, contract: '^1.0.0' };
const taken = (changes: Partial<Attempt> = {}): Attempt => ({
  id: 1,
  at: new Date(SINCE),
  kind: 'release',
  outcome: 'taken',
  subject: 'catalog@1.0.0-a, queues@1.0.0-b',
  person: null,
  team: 'menu',
  snapshot: 'live',
  ...changes,
});
/** The time at which each snapshot was made. */
const SNAPSHOTS: Readonly<Record<string, string>> = { live: SINCE, earlier: '2026-11-22T12:00:00.000Z' };
const makerOf = async (release: ReleaseStatus, ...attempts: Attempt[]) =>
  (await withMaker(release, attempts, async (name) => SNAPSHOTS[name] ?? null)).maker?.team ?? null;

test.each<[string, ReleaseStatus, Attempt[], string | null]>([
  ['the attempt that made the live snapshot, also of several apps', live, [taken()], 'menu'],
  ['no attempt for other visitors', live, [taken({ channel: 'beta' }), taken({ percent: 10 })], null],
  ['no attempt with another version', live, [taken({ subject: 'catalog@1.0.0-aa' })], null],
  ['no attempt that changed nothing', live, [taken({ team: 'other', changed: false }), taken()], 'menu'],
  ['no attempt that is older than the live release', live, [taken({ snapshot: 'earlier' })], null],
  ['no attempt whose snapshot is gone', live, [taken({ snapshot: 'gone' })], null],
  [
    'a rollback to the version',
    live,
    [taken({ kind: 'rollback', subject: 'catalog', to: '1.0.0-a' }), taken()],
    'menu',
  ],
  ['no end of a channel', live, [taken({ kind: 'rollback', subject: 'catalog', to: null })], null],
  [
    'the last attempt that set its percentage',
    { ...live, for: 'percent', percent: 20 },
    [taken({ percent: 20, team: 'second' }), taken({ percent: 10 })],
    'second',
  ],
  [
    'no attempt, once a command has set another percentage',
    { ...live, for: 'percent', percent: 30 },
    [taken({ percent: 20 })],
    null,
  ],
  [
    'the last attempt that released it to all, for a previous release',
    { ...live, for: 'previous', since: null },
    [taken()],
    'menu',
  ],
])('the maker is the team of %s', async (_what, release, attempts, team) => {
  expect(await makerOf(release, ...attempts)).toBe(team);
});

test('the source comes from the newest release with a commit, also if a rollback from another commit made the build live', async () => {
  const attempts = [
    taken({ kind: 'rollback', subject: 'catalog', to: '1.0.0-a', commit: 'of the one who rolled back' }),
    taken({ commit: 'abc', is_clean: true }),
  ];
  const { source } = await withMaker(live, attempts, async () => SINCE);
  expect(source).toEqual({ commit: 'abc', is_clean: true, ci_run: undefined });
});
