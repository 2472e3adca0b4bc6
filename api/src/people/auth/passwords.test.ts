import { hash } from '@node-rs/argon2';
import { hashPassword, isPassword } from './passwords';

const COMPOSED = 'caf\u00e9 \uff11\ufb01';
const DECOMPOSED = 'cafe\u0301 1fi';

test('a password matches in every Unicode composition of its characters', async () => {
  for (const [set, typed] of [
    [COMPOSED, DECOMPOSED],
    [DECOMPOSED, COMPOSED],
    [COMPOSED, COMPOSED],
  ] as const)
    expect(await isPassword(typed, await hashPassword(set))).toBe(true);
  expect(await isPassword('cafe 1fi', await hashPassword(COMPOSED))).toBe(false);
});

test('a hash of a password that was not normalized matches the typed password', async () => {
  const before = await hash(COMPOSED, { memoryCost: 19_456, timeCost: 2, parallelism: 1 });
  expect(await isPassword(COMPOSED, before)).toBe(true);
  expect(await isPassword('another', before)).toBe(false);
});

test('an account without a password accepts no password', async () => {
  expect(await isPassword(COMPOSED, null)).toBe(false);
});
