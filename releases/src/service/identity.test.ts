import { identifying, identifyingInQueues, type TokenIdentity } from './identity';

const identity = (team: string): TokenIdentity => ({
  tokenId: 1,
  userId: null,
  team,
  apps: [],
  channels: [],
  mostPercent: 0,
  isForAll: false,
  mayStage: false,
  overrideOrigins: [],
  expiresAt: new Date('2027-01-01'),
  run: null,
});

test('waiting requests with one token share a query that begins after them, and one query runs at a time', async () => {
  const asked: string[] = [];
  const ends: (() => void)[] = [];
  const identified = identifying(
    (authorization) =>
      new Promise((resolve) => {
        asked.push(authorization);
        ends.push(() => resolve(identity(authorization)));
      }),
  );
  const settled = () => new Promise(setImmediate);
  const first = identified('a');
  await settled();
  const later = ['a', 'b', 'a', 'b'].map((token) => identified(token));
  await settled();
  expect(asked).toEqual(['a']);
  for (const count of [2, 3]) {
    ends.at(-1)?.();
    await settled();
    expect(asked).toHaveLength(count);
  }
  ends.at(-1)?.();
  expect(asked).toEqual(['a', 'a', 'b']);
  expect(await Promise.all([first, ...later])).toEqual(['a', 'a', 'b', 'a', 'b'].map(identity));
});

test('beyond the most tokens that may wait, a further token gets an error to try again, and the waiting ones are not affected', async () => {
  let begin = () => {};
  const begun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const identified = identifying((authorization) => begun.then(() => identity(authorization)), 2);
  const first = identified('a');
  await new Promise(setImmediate);
  const waiting = ['b', 'c', 'b'].map((token) => identified(token));
  await expect(identified('d')).rejects.toMatchObject({ status: 503, code: 'BUSY', retryAfter: 2 });
  begin();
  expect(await Promise.all([first, ...waiting])).toEqual(['a', 'b', 'c', 'b'].map(identity));
  expect(await identified('d')).toEqual(identity('d'));
});

test('an address that used up its refusals delays no other address, and its valid token is still accepted', async () => {
  let begin = () => {};
  const begun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const identified = identifyingInQueues(
    async (authorization) => {
      if (authorization.startsWith('guess')) await begun;
      return identity(authorization);
    },
    (address) => address === '192.0.2.1',
  );
  const guesses = Array.from({ length: 15 }, (_none, index) => identified('192.0.2.1', `guess ${index}`));
  const own = identified('192.0.2.1', 'menu');
  expect(await identified('192.0.2.2', 'queues')).toEqual(identity('queues'));
  begin();
  await Promise.all(guesses);
  expect(await own).toEqual(identity('menu'));
});

test('a failed query fails only the requests that share it', async () => {
  let fails = true;
  const identified = identifying(async (authorization) => {
    if (fails) throw new Error('The database is away.');
    return identity(authorization);
  });
  await expect(Promise.all([identified('a'), identified('a')])).rejects.toThrow('away');
  fails = false;
  expect(await identified('a')).toEqual(identity('a'));
});
