import { generateKeyPairSync, sign, webcrypto } from 'node:crypto';
import { isSigned } from './verify';

const { publicKey, privateKey } = generateKeyPairSync('ed25519');
const key = publicKey.export({ type: 'spki', format: 'der' }).subarray(-32).toString('base64');
const other = generateKeyPairSync('ed25519')
  .publicKey.export({ type: 'spki', format: 'der' })
  .subarray(-32)
  .toString('base64');
const TEXT = '{"remotes":{"catalog":"Taquería"}}';
const signature = sign(null, Buffer.from(TEXT), privateKey).toString('base64');
const changed = `${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`;

describe.each([
  ['the browser itself', webcrypto.subtle],
  ['the library, if the browser has no crypto.subtle', undefined],
])('a signature, verified by %s', (_who, subtle) => {
  const before = Object.getOwnPropertyDescriptor(globalThis, 'crypto');
  beforeEach(() => Object.defineProperty(globalThis, 'crypto', { value: { subtle }, configurable: true }));
  afterEach(() => {
    if (before) Object.defineProperty(globalThis, 'crypto', before);
  });

  test.each([
    ['the signed text', TEXT, signature, [key], true],
    ['the signed text and the second of two trusted keys', TEXT, signature, [other, key], true],
    ['a text with another byte', TEXT.replace('c', 'k'), signature, [key], false],
    ['another signature', TEXT, changed, [key], false],
    ['no signature', TEXT, '', [key], false],
    ['a text that is not base64', TEXT, '§', [key], false],
    ['another key', TEXT, signature, [other], false],
    ['no key', TEXT, signature, [], false],
  ])('is checked for %s', async (_what, text, given, keys, expected) => {
    expect(await isSigned(text, given, keys)).toBe(expected);
  });
});
