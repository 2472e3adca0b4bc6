/** Tests that the API keeps the metadata of a site valid between releases. */
import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { withTestApp } from 'api/testing/test-app';
import { authorityOf } from '../store/signing';
import { goLive } from '../store/store';
import { folderTarget } from '../store/targets/folder';
import { fileOf, rootOf } from '../store/tuf-roles';
import { signerOf } from '../store/tuf-signer';
import { hostBuild } from '../testing/builds';
import { ReleaseService, releaseServiceOf } from './release-service';

const REGISTRY_KEY = String(generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }));
const DIST_DIR = mkdtempSync(path.join(tmpdir(), 'renewal-'));
const settings = { REGISTRY_KEY, REGISTRY_TIMESTAMP_MINUTES: '30' };
const authority = authorityOf(settings);
const target = folderTarget(DIST_DIR);

const api = withTestApp({ environment: { ...settings, DIST_DIR } });
beforeEach(() => goLive(target, [hostBuild('1.2.0', { keys: [authority.publicKey] })], { authority }));
afterEach(() => rm(path.join(DIST_DIR, 'registry'), { recursive: true, force: true }));
afterAll(() => rm(DIST_DIR, { recursive: true, force: true }));

const timestamp = async () => {
  const file = await target.read('registry/tuf/timestamp.json');
  return JSON.parse(file?.text ?? '{}').signed as { version: number; expires: string };
};
const service = () => {
  const found = releaseServiceOf(api.current.deps);
  if (!found) throw new Error('The site has no release service.');
  return found;
};

test('signs the timestamp again when half of the time of the settings is over', async () => {
  const { version } = await timestamp();
  await service().renew();
  expect((await timestamp()).version).toBe(version);
  api.current.advance(16 * 60_000);
  await service().renew();
  const renewed = await timestamp();
  expect(renewed.version).toBe(version + 1);
  const lastsMs = Date.parse(renewed.expires) - api.current.deps.clock.now().getTime();
  expect(Math.round(lastsMs / 60_000)).toBe(30);
  expect(service().renewalMs).toBeLessThan(15 * 60_000);
});

test('two processes that renew at once leave one more timestamp', async () => {
  const { version } = await timestamp();
  api.current.advance(16 * 60_000);
  const other = new ReleaseService(api.current.deps, authority);
  await Promise.all([service().renew(), other.renew()]);
  expect((await timestamp()).version).toBe(version + 1);
  await service().renew();
  expect((await timestamp()).version).toBe(version + 1);
});

test('tells once a day of a role that people have to sign within a month', async () => {
  await rm(path.join(DIST_DIR, 'registry'), { recursive: true });
  const people = signerOf(generateKeyPairSync('ed25519').privateKey);
  const [own] = authority.signers.map(({ key }) => ({ keys: [key], threshold: 1 }));
  if (!own) throw new Error('No key.');
  const expires = new Date(Date.now() + 20 * 24 * 3_600_000);
  const held = { keys: [people.key], threshold: 1 };
  const root = rootOf({ version: 1, expires }, { root: held, targets: own, snapshot: own, timestamp: own });
  root.sign(people.sign);
  await target.writeIfAbsent('registry/tuf/1.root.json', fileOf(root));
  await goLive(target, [hostBuild('1.2.0', { keys: [authority.publicKey] })], { authority });
  await service().renew();
  await service().renew();
  expect(api.current.logged.map(({ role }) => role).filter(Boolean)).toEqual(['root']);
  api.current.advance(25 * 3_600_000);
  await service().renew();
  expect(api.current.logged.map(({ role }) => role).filter(Boolean)).toEqual(['root', 'root']);
});
