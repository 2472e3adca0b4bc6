import { identifying, type ReleaseIdentity } from './identity';

const identity = (team: string): ReleaseIdentity => ({
  tokenId: 1,
  team,
  apps: [],
  channels: [],
  mostPercent: 0,
  isForAll: false,
  overrideOrigins: [],
  expiresAt: new Date('2027-01-01'),
});

test('requests that wait share one question, which begins after each of them, and one is asked at a time', async () => {
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

test('a question that fails, fails for those who share it alone', async () => {
  let fails = true;
  const identified = identifying(async (authorization) => {
    if (fails) throw new Error('The database is away.');
    return identity(authorization);
  });
  await expect(Promise.all([identified('a'), identified('a')])).rejects.toThrow('away');
  fails = false;
  expect(await identified('a')).toEqual(identity('a'));
});
