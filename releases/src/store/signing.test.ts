import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { privateKey } from './signing';

let clone: string;
let ownFile: string;
beforeEach(async () => {
  clone = await mkdtemp(path.join(tmpdir(), 'clone-'));
  ownFile = path.join(clone, '.keys/registry.pem');
});
afterEach(() => rm(clone, { recursive: true, force: true }));

const pemOf = (environment: Parameters<typeof privateKey>[0]) =>
  privateKey(environment, ownFile).export({ type: 'pkcs8', format: 'pem' });

test.each([
  ['by default', () => ({})],
  ['by its absolute path', () => ({ REGISTRY_KEY_FILE: ownFile })],
  ['by its path in the clone', () => ({ REGISTRY_KEY_FILE: path.relative(process.cwd(), ownFile) })],
])('a fresh clone makes its own key when the settings name it %s, and keeps it', (_how, settings) => {
  const made = pemOf(settings());
  expect(existsSync(ownFile)).toBe(true);
  expect(pemOf({})).toBe(made);
  expect(pemOf({ REGISTRY_KEY_FILE: ownFile })).toBe(made);
});

test('no key is made in a file of another name, nor where the settings contain the key', () => {
  const other = path.join(clone, 'foodhall.pem');
  expect(() => pemOf({ REGISTRY_KEY_FILE: other })).toThrow('ENOENT');
  expect(() => pemOf({ REGISTRY_KEY: 'no key', REGISTRY_KEY_FILE: ownFile })).toThrow(
    'REGISTRY_KEY must be an Ed25519 private key in PEM',
  );
  expect(existsSync(other)).toBe(false);
  expect(existsSync(ownFile)).toBe(false);
});
