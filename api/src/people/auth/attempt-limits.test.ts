import { AttemptCounts } from 'core/attempt-counts';
import { createKysely } from 'core/database/kysely';
import { ApiError } from 'core/errors';
import { networksOf } from 'core/http/client-address';
import { silentLog } from 'core/testing/logs';
import { withDatabase } from '../../testing/test-app';
import { type Attempt, AttemptLimits } from './attempt-limits';

const { database } = withDatabase();
let time: number;
let limits: AttemptLimits;

const aProcess = async () => {
  const db = createKysely((await database()).pool);
  return new AttemptLimits(new AttemptCounts(db, { now: () => new Date(time) }), silentLog);
};

beforeEach(async () => {
  time = Date.parse('2026-11-23T12:00:00Z');
  limits = await aProcess();
});

afterEach(() => jest.restoreAllMocks());

const wrong = async () => {
  throw new ApiError(422, 'BAD_CREDENTIALS', 'No.');
};
/** Makes `count` attempts, and counts those whose work ran. The limits refused the others. */
async function lookedAt(count: number, attemptOf: (index: number) => Attempt, work: () => Promise<unknown>) {
  let looked = 0;
  for (let index = 0; index < count; index += 1) {
    const status = await limits.limited(attemptOf(index), work).then(
      () => 200,
      (error: ApiError) => error.status,
    );
    if (status !== 429) looked += 1;
  }
  return looked;
}
const login = (email: string, address: string): Attempt => ({ kind: 'login', email, networks: networksOf(address) });

test.each<[string, number, (index: number) => Attempt]>([
  ['one email from one address', 5, () => login('ada', 'a')],
  ['one email from the /64 of one /56', 10, (index) => login('ada', `2001:db8:0:${index.toString(16)}::1`)],
  ['one email from the /56 of one /48', 20, (index) => login('ada', `2001:db8:0:${(index * 256).toString(16)}::1`)],
  ['one email from the addresses of one /24', 20, (index) => login('ada', `203.0.113.${index}`)],
  ['different emails from the /64 of one /56', 400, (i) => login(`e${i}`, `2001:db8:0:${(i % 256).toString(16)}::1`)],
  ['one email from different addresses', 50, (index) => login('ada', `a${index}`)],
  ['different emails from one address', 200, (index) => login(`e${index}`, 'a')],
  ['resets from one address', 200, () => ({ kind: 'reset', networks: networksOf('a') })],
])('failures of %s are limited to %i', async (_what, limit, attemptOf) => {
  expect(await lookedAt(limit + 20, attemptOf, wrong)).toBe(limit);
});

test.each<[string, number, (index: number) => Attempt]>([
  ['one email', 1_000, (index) => login('ada', `a${index}`)],
  ['one address', 2_000, (index) => ({ kind: 'register', email: `e${index}`, networks: networksOf('a') })],
])('successes of %s are limited to %i', async (_what, limit, attemptOf) => {
  await lookedAt(1, attemptOf, async () => true);
  // This stands for the attempts of the other guests in a busy hall.
  await (await database()).pool.query('update attempt_counts set count = $1 where count = 1', [limit - 10]);
  expect(await lookedAt(30, attemptOf, async () => true)).toBe(10);
  time += 15 * 60_000;
  expect(await lookedAt(1, attemptOf, async () => true)).toBe(1);
});

test('only some of many concurrent attempts wait, and the others are told to try again', async () => {
  let finish = () => {};
  const slow = new Promise<void>((resolve) => {
    finish = resolve;
  });
  let refused = 0;
  const all = Array.from({ length: 200 }, () =>
    limits
      .limited(login('ada', 'a'), () => slow)
      .catch(() => {
        refused += 1;
        if (refused === 100) finish();
      }),
  );
  await Promise.all(all);
  expect(refused).toBeGreaterThanOrEqual(100);
});

test('waiting attempts query the database at most ten times a second', async () => {
  jest.useFakeTimers();
  try {
    const counts = new AttemptCounts(createKysely((await database()).pool), { now: () => new Date(time) });
    const begin = jest.spyOn(counts, 'begin').mockResolvedValue(false);
    const busy = new AttemptLimits(counts, silentLog);
    const all = Promise.allSettled(Array.from({ length: 200 }, () => busy.limited(login('ada', 'a'), wrong)));
    await jest.advanceTimersByTimeAsync(0);
    expect(begin).toHaveBeenCalledTimes(200);
    await jest.advanceTimersByTimeAsync(1_000);
    // 50 attempts wait, and each looks ten times a second.
    expect(begin).toHaveBeenCalledTimes(200 + 50 * 10);
    await jest.advanceTimersByTimeAsync(5_000);
    expect((await all).every(({ status }) => status === 'rejected')).toBe(true);
  } finally {
    jest.useRealTimers();
  }
});

test('an attempt succeeds even if its count cannot be undone', async () => {
  const counts = new AttemptCounts(createKysely((await database()).pool), { now: () => new Date(time) });
  jest.spyOn(counts, 'forgive').mockRejectedValue(new Error('The database is away.'));
  await expect(new AttemptLimits(counts, silentLog).forgive(login('ada', 'a'))).resolves.toBeUndefined();
});

test('a visitor who failed five times has to wait, and no other visitor does', async () => {
  await lookedAt(5, () => login('ada', 'a'), wrong);
  await expect(limits.limited(login('ada', 'a'), wrong)).rejects.toMatchObject({ status: 429 });
  await expect(limits.limited(login('ada', 'b'), async () => 'in')).resolves.toBe('in');
  await expect(limits.limited(login('bob', 'a'), async () => 'in')).resolves.toBe('in');
  time += 15 * 60_000;
  await expect(limits.limited(login('ada', 'a'), async () => 'in')).resolves.toBe('in');
});

test('a refused attempt does not count against other limits', async () => {
  // Five attempts fail and two hundred wait, so the address has 195 left.
  await lookedAt(205, () => login('ada', 'a'), wrong);
  expect(await lookedAt(300, (index) => login(`e${index}`, 'a'), wrong)).toBe(195);
});

test('a success resets only the failures of that visitor', async () => {
  await lookedAt(4, () => login('ada', 'a'), wrong);
  await lookedAt(5, () => login('ada', 'stranger'), wrong);
  await limits.limited(login('ada', 'a'), async () => true);
  expect(await lookedAt(9, () => login('ada', 'a'), wrong)).toBe(5);
  expect(await lookedAt(9, () => login('ada', 'stranger'), wrong)).toBe(0);
});

test('codes of one email are blocked after 100 failures in a day from any number of addresses', async () => {
  const guess = (index: number): Attempt => ({
    kind: 'code',
    email: 'ada',
    networks: networksOf(`a${index}`),
    isByDay: true,
  });
  let looked = 0;
  for (let quarter = 0; quarter < 4; quarter += 1) {
    looked += await lookedAt(60, guess, wrong);
    time += 15 * 60_000;
  }
  expect(looked).toBe(100);
  time += 24 * 3_600_000;
  expect(await lookedAt(60, guess, wrong)).toBe(50);
});

test('undone attempts do not use up the limit, because the guests of a hall share one address', async () => {
  const ask: Attempt = { kind: 'code request', email: 'ada', networks: networksOf('a') };
  for (let round = 0; round < 30; round += 1) {
    await limits.count(ask);
    await limits.forgive(ask);
  }
  await limits.forgive(ask);
  for (let round = 0; round < 5; round += 1) await limits.count(ask);
  await expect(limits.count(ask)).rejects.toThrow(ApiError);
});

describe('requests for codes from one address for different emails', () => {
  const ask = (index: number): Attempt => ({
    kind: 'code request',
    email: `e${index}`,
    networks: networksOf('a'),
    isByDay: true,
    sendsCode: true,
  });
  /** Counts how many of `count` codes are sent. */
  const sent = async (count: number, from = 0) => {
    let codes = 0;
    for (let index = from; index < from + count; index += 1) {
      try {
        await limits.count(ask(index));
        codes += 1;
      } catch {
        // This code is refused.
      }
    }
    return codes;
  };

  test('are limited to 60 in 15 minutes', async () => {
    expect(await sent(70)).toBe(60);
    time += 15 * 60_000;
    expect(await sent(70, 100)).toBe(60);
  });

  test('do not limit a login from that address or a code from another address', async () => {
    await sent(70);
    await expect(limits.limited(login('ada', 'a'), async () => 'in')).resolves.toBe('in');
    await expect(limits.count({ ...ask(1_000), networks: networksOf('b') })).resolves.toBeUndefined();
  });

  test('do not count after the guest has signed in, so that 300 guests of a hall get their codes', async () => {
    for (let guest = 0; guest < 300; guest += 1) {
      await limits.count(ask(guest));
      // Forty codes are still to be typed in.
      if (guest >= 40) await limits.forgive(ask(guest - 40));
    }
  });
});

test('an internal error does not count', async () => {
  const broken = async () => {
    throw new Error('The database is away');
  };
  expect(await lookedAt(210, () => login('ada', 'a'), broken)).toBe(210);
});

test.each(['login', 'register'])('concurrent correct attempts of the kind %s all succeed', async (kind) => {
  // An attempt waits for at most five seconds. They do not pass here, since a slow machine may need them for the twelve.
  jest.spyOn(performance, 'now').mockReturnValue(0);
  const work = async () => {
    await new Promise(setImmediate);
    return 'in';
  };
  const attempts = Array.from({ length: 12 }, () =>
    limits.limited({ kind, email: 'ada', networks: networksOf('a') }, work),
  );
  expect(await Promise.all(attempts)).toEqual(Array(12).fill('in'));
});

test('several processes share their counts and wait for each other', async () => {
  const other = await aProcess();
  await lookedAt(3, () => login('ada', 'a'), wrong);
  let looked = 0;
  const work = async () => {
    looked += 1;
    await new Promise(setImmediate);
    return wrong();
  };
  const attempts = Array.from({ length: 20 }, (_, index) =>
    (index % 2 === 0 ? limits : other).limited(login('ada', 'a'), work).catch(({ status }) => status),
  );
  expect((await Promise.all(attempts)).filter((status) => status === 422)).toHaveLength(2);
  expect(looked).toBe(2);
});

test('the attempts of a process that died stop counting after a minute', async () => {
  const left = new Promise<void>(() => undefined);
  for (let count = 0; count < 5; count += 1) void limits.limited(login('ada', 'a'), () => left);
  const { pool } = await database();
  const underWay = async () => (await pool.query('select max(under_way) as most from attempt_counts')).rows[0]?.most;
  while ((await underWay()) !== 5) await new Promise(setImmediate);
  time += 61_000;
  expect(await (await aProcess()).limited(login('ada', 'a'), async () => 'in')).toBe('in');
});

test('the database stores no email and no network address', async () => {
  await lookedAt(1, () => login('ada@hall.test', '203.0.113.7'), wrong);
  const { rows } = await (await database()).pool.query("select encode(key, 'escape') as key from attempt_counts");
  expect(rows).not.toHaveLength(0);
  expect(JSON.stringify(rows)).not.toMatch(/ada|203/);
});

test('concurrent guesses are checked only up to the limit', async () => {
  let looked = 0;
  const work = async () => {
    looked += 1;
    await new Promise(setImmediate);
    return wrong();
  };
  const attempts = Array.from({ length: 40 }, () =>
    limits.limited(login('ada', 'a'), work).catch(({ status }) => status),
  );
  const statuses = await Promise.all(attempts);
  expect(statuses.filter((status) => status === 422)).toHaveLength(5);
  expect(statuses.filter((status) => status === 429)).toHaveLength(35);
  expect(looked).toBe(5);
});
