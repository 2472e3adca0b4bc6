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
  team: 'menu',
  snapshot: 'live',
  ...changes,
});
/** When each snapshot was made. */
const SNAPSHOTS: Readonly<Record<string, string>> = { live: SINCE, earlier: '2026-11-22T12:00:00.000Z' };
const makerOf = async (release: ReleaseStatus, ...attempts: Attempt[]) =>
  (await withMaker(release, attempts, async (name) => SNAPSHOTS[name] ?? null)).maker?.team ?? null;

test.each<[string, ReleaseStatus, Attempt[], string | null]>([
  ['of the attempt that made the live snapshot, also of several apps', live, [taken()], 'menu'],
  ['of none that was for other visitors', live, [taken({ channel: 'beta' }), taken({ percent: 10 })], null],
  ['of none of another version', live, [taken({ subject: 'catalog@1.0.0-aa' })], null],
  ['of none that changed nothing', live, [taken({ team: 'other', changed: false }), taken()], 'menu'],
  ['of none that is older than what is live', live, [taken({ snapshot: 'earlier' })], null],
  ['of none whose snapshot is gone', live, [taken({ snapshot: 'gone' })], null],
  ['of a rollback to it', live, [taken({ kind: 'rollback', subject: 'catalog', to: '1.0.0-a' }), taken()], 'menu'],
  ['of no end of a channel', live, [taken({ kind: 'rollback', subject: 'catalog', to: null })], null],
  [
    'of the last who set its percentage',
    { ...live, for: 'percent', percent: 20 },
    [taken({ percent: 20, team: 'second' }), taken({ percent: 10 })],
    'second',
  ],
  [
    'of none once a command has set another percentage',
    { ...live, for: 'percent', percent: 30 },
    [taken({ percent: 20 })],
    null,
  ],
  [
    'of the last who released it to all, for a previous one',
    { ...live, for: 'previous', since: null },
    [taken()],
    'menu',
  ],
])('the maker is %s', async (_what, release, attempts, team) => {
  expect(await makerOf(release, ...attempts)).toBe(team);
});

test('the source comes from the newest release that has one, though a rollback from another commit made it live', async () => {
  const attempts = [
    taken({ kind: 'rollback', subject: 'catalog', to: '1.0.0-a', commit: 'of the one who rolled back' }),
    taken({ commit: 'abc', is_clean: true }),
  ];
  const { source } = await withMaker(live, attempts, async () => SINCE);
  expect(source).toEqual({ commit: 'abc', is_clean: true, ci_run: undefined });
});
