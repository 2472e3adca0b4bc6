import { createKysely } from 'core/database/kysely';
import { withDatabase } from 'core/testing/test-database';
import type { Pool } from 'pg';
import { ERROR_KINDS, ReleaseSums, readReleaseSums, VITAL_NAMES } from './release-sums';

const { database } = withDatabase();

const release = { part: 'catalog', version: '1.0.0-aa' };
const visit = { type: 'visit', ...release } as const;
const NOON = new Date('2026-11-20T12:10:00Z');
const inHours = (hours: number) => new Date(NOON.getTime() + hours * 3_600_000);

/** Makes a database that is away while `isAway` returns true. */
async function trial(isAway: () => boolean = () => false) {
  const { pool } = await database();
  const connect = async () => {
    if (isAway()) throw new Error('connection refused');
    return pool.connect();
  };
  const db = createKysely({ connect, end: async () => {} } as unknown as Pool);
  return { db, sums: new ReleaseSums(db) };
}

test('counts wait while the database is away, and are added when it is back', async () => {
  let isAway = true;
  const { db, sums } = await trial(() => isAway);
  sums.add(visit, release, NOON);
  await expect(sums.flush()).rejects.toThrow('connection refused');
  sums.add(visit, release, NOON);
  sums.add({ type: 'load', ms: 300, ...release }, release, inHours(1));
  isAway = false;
  await sums.flush();
  await sums.flush();
  const [summary] = await readReleaseSums(db, inHours(-1));
  expect(summary).toMatchObject({ ...release, visits: 2, demoted: 0 });
  expect(summary?.loads.at(-1)).toEqual({ bound: Number.POSITIVE_INFINITY, count: 1 });
});

test('the waiting counts are bounded, and a long outage drops the oldest hours', async () => {
  const { db, sums } = await trial();
  for (let hour = 0; hour < 2_005; hour += 1) sums.add(visit, release, inHours(hour));
  await sums.flush();
  expect((await readReleaseSums(db, inHours(-1)))[0]?.visits).toBe(2_000);
  expect((await readReleaseSums(db, inHours(2_004)))[0]?.visits).toBe(1);
});

test('two processes that add at the same moment lose nothing', async () => {
  const { db } = await trial();
  const processes = Array.from({ length: 4 }, () => new ReleaseSums(db));
  for (let round = 0; round < 5; round += 1) {
    for (const each of processes) each.add(visit, release, NOON);
    await Promise.all(processes.map((each) => each.flush()));
  }
  expect((await readReleaseSums(db, NOON))[0]?.visits).toBe(20);
});

test('each time counts in the bucket of its bound, and a time above the last bound counts in no bucket', async () => {
  const { db, sums } = await trial();
  for (const ms of [50, 51, 10_000, 10_001]) sums.add({ type: 'load', ms, ...release }, release, NOON);
  sums.add({ type: 'vital', name: 'CLS', value: 0.25, ...release }, release, NOON);
  sums.add({ type: 'vital', name: 'LCP', value: 2_000, ...release }, release, NOON);
  await sums.flush();
  const [summary] = await readReleaseSums(db, NOON);
  const countAt = (bound: number) => summary?.loads.find((each) => each.bound === bound)?.count;
  expect([0.05, 0.1, 10, Number.POSITIVE_INFINITY].map(countAt)).toEqual([1, 2, 3, 4]);
  expect(summary?.vitals.CLS.map(({ count }) => count)).toEqual([0, 0, 0, 0, 0, 1, 1, 1, 1]);
  expect(summary?.vitals.LCP.at(-1)?.count).toBe(1);
  expect(summary?.vitals.INP.at(-1)?.count).toBe(0);
});

test('each stored list is read in full, and added to shorter lists of other hours', async () => {
  const { db, sums } = await trial();
  const slow = [
    ...VITAL_NAMES.map((name) => ({ type: 'vital', name, value: 60_000 }) as const),
    { type: 'load', ms: 60_000 } as const,
  ];
  const kind = ERROR_KINDS.at(-1) ?? 'load';
  for (const hour of [0, 1]) {
    for (const entry of slow) sums.add({ ...entry, ...release }, release, inHours(hour));
    sums.add({ type: 'error', kind, message: 'It failed', ...release }, release, inHours(hour));
  }
  sums.add({ type: 'load', ms: 10, ...release }, release, inHours(2));
  await sums.flush();
  const [summary] = await readReleaseSums(db, NOON);
  for (const name of VITAL_NAMES) expect(summary?.vitals[name].slice(-2).map(({ count }) => count)).toEqual([0, 2]);
  expect(summary?.loads.slice(-2).map(({ count }) => count)).toEqual([1, 3]);
  expect(summary?.errors).toEqual({ load: 0, refused: 0, render: 0, unhandled: 2 });
});
