import { authenticatorAddress, codeAt, stepOfCode } from './authenticator';

/** The secret of the examples in RFC 6238. Its codes have eight digits there, of which an app shows the last six. */
const SECRET = Buffer.from('12345678901234567890');

test.each([
  [59, '287082'],
  [1111111109, '081804'],
  [1111111111, '050471'],
  [1234567890, '005924'],
  [2000000000, '279037'],
])('the code at second %p is that of RFC 6238', (seconds, code) => {
  expect(codeAt(SECRET, new Date(seconds * 1000))).toBe(code);
});

test.each([
  ['the step before', -30, true],
  ['this step', 0, true],
  ['the step after', 30, true],
  ['two steps before', -60, false],
  ['two steps after', 60, false],
])('a code of %s', (_what, seconds, isRight) => {
  const now = new Date(1_800_000_015_000);
  const at = new Date(now.getTime() + seconds * 1000);
  const step = stepOfCode(SECRET, codeAt(SECRET, at), now);
  expect(step).toBe(isRight ? Math.floor(at.getTime() / 30_000) : null);
});

test.each(['', '12345', '1234567', 'abcdef'])('%p is no code', (code) => {
  expect(stepOfCode(SECRET, code, new Date())).toBeNull();
});

test('the address for the app names the site and the account', () => {
  const { secret, uri } = authenticatorAddress(SECRET, { site: 'hall.example', email: 'ola@hall.example' });
  expect(secret).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ');
  expect(uri).toContain('otpauth://totp/hall.example:ola%40hall.example?issuer=hall.example');
  expect(uri).toContain(`secret=${secret}`);
});
