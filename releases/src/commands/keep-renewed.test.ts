// Tests that a trial keeps its metadata valid, although its API holds no key.
import { generateKeyPairSync } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { jest } from '@jest/globals';
import { authorityOf } from '../store/signing';
import { goLive } from '../store/store';
import { folderTarget } from '../store/targets/folder';
import type { Target } from '../store/targets/target';
import { hostBuild } from '../testing/builds';
import { keepRenewed } from './keep-renewed';

const REGISTRY_KEY = String(generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }));
const authority = authorityOf({ REGISTRY_KEY });

let folder: string;
let target: Target;
let lines: string[];
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'renewed-'));
  target = folderTarget(folder);
  lines = [];
  await goLive(target, [hostBuild('1.2.0', { keys: [authority.publicKey] })], { authority });
});
afterEach(async () => {
  jest.useRealTimers();
  await rm(folder, { recursive: true, force: true });
});

const timestamp = async () => {
  const file = await target.read('registry/tuf/timestamp.json');
  return JSON.parse(file?.text ?? '{}').signed as { version: number; expires: string };
};
const report = (line: string) => lines.push(line);
const HOUR_MS = 3_600_000;

/** Sets the clock ahead. Files are read and written as before. */
const setClock = (at: number) => jest.useFakeTimers({ now: at, doNotFake: ['nextTick', 'setImmediate', 'setTimeout'] });

test('a start signs a timestamp again that ended while the site was stopped', async () => {
  const { version } = await timestamp();
  const later = Date.now() + 2 * HOUR_MS;
  setClock(later);
  const end = await keepRenewed(target, { report, authority });
  end();
  const renewed = await timestamp();
  expect(renewed.version).toBe(version + 1);
  expect(Date.parse(renewed.expires)).toBeGreaterThan(later);
});

test('the timestamp is signed again while the site runs', async () => {
  const { version } = await timestamp();
  const renewed = new Promise<void>((resolve) => {
    const swap = target.swap;
    target = {
      ...target,
      swap: async (...file) => {
        await swap(...file);
        resolve();
      },
    };
  });
  setClock(Date.now());
  const end = await keepRenewed(target, { report, authority });
  expect((await timestamp()).version).toBe(version);
  jest.setSystemTime(Date.now() + 40 * 60_000);
  jest.advanceTimersByTime(5 * 60_000);
  await renewed;
  end();
  expect((await timestamp()).version).toBe(version + 1);
});

test('a start that cannot sign says so and goes on', async () => {
  setClock(Date.now() + 2 * HOUR_MS);
  const stranger = authorityOf({
    REGISTRY_KEY: String(generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' })),
  });
  const end = await keepRenewed(target, { report, authority: stranger });
  end();
  expect(lines).toEqual([expect.stringMatching(/^The metadata of the releases were not signed again: /)]);
});
