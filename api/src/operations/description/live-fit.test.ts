import { generateKeyPairSync } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { recordingLog } from 'core/testing/logs';
import type { Calls } from 'releases/fits/calls';
import { authorityOf } from 'releases/store/signing';
import { goLive } from 'releases/store/store';
import { folderTarget } from 'releases/store/targets/folder';
import { hostBuild, remoteBuild } from 'releases/testing/builds';
import { writeBuild } from 'releases/testing/stored-builds';
import { withTestApp } from '../../testing/test-app';
import { checkReleases } from '../doctor/check-machine';
import { tellWhatBreaks } from './live-fit';

const api = withTestApp();

const REGISTRY_KEY = String(generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }));
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'foodhall-live-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const callOf = (path: string, field: string): Calls => {
  const data = { type: 'object', properties: { [field]: { type: 'string' } }, required: [field] } as const;
  const response = { type: 'object', properties: { data }, required: ['data'] } as const;
  return { form: 1, calls: [{ method: 'GET', paths: [path], response, at: 'src/a.ts:1' }], unread: [] };
};

/** Makes a shell without a record of its calls live, and versions of catalog, one after another. */
async function release(...catalog: Calls[]): Promise<void> {
  const authority = authorityOf({ REGISTRY_KEY });
  const target = folderTarget(folder);
  await goLive(target, [await writeBuild(folder, hostBuild('1.2.0', { keys: [authority.publicKey] }))], { authority });
  for (const [index, calls] of catalog.entries()) {
    const surface = { form: 0, calls };
    const build = await writeBuild(folder, remoteBuild('catalog', { version: `1.0.${index}-a` }), surface);
    await goLive(target, [build], { authority });
  }
}

/** @returns what the start logs: errors, and the summary */
async function toldAtStart() {
  const { log, entries } = recordingLog();
  const { app, deps } = api.current;
  await tellWhatBreaks(app, { config: { ...deps.config, distDir: folder }, log });
  return entries.map(({ msg }) => msg);
}

const BROKEN =
  'This API breaks catalog 1.0.0-a, which pages may run. GET /venues/{}: data.motto of the response is gone. (src/a.ts:1)';

test('the start says which live release the API breaks, and why', async () => {
  await release(callOf('/venues/{}', 'motto'));
  expect(await toldAtStart()).toContain(`api: ${BROKEN}`);
});

test('a previous release is compared too, since pages may run it', async () => {
  await release(callOf('/venues/{}', 'motto'), callOf('/venues/{}', 'name'));
  expect(await toldAtStart()).toContain(`api: ${BROKEN}`);
});

test('the start reports nothing about releases that the API fits, and those without a record', async () => {
  await release(callOf('/venues/{}', 'name'));
  expect(await toldAtStart()).toEqual([]);
});

test('a registry that cannot be read is a warning, and the start goes on', async () => {
  await release();
  await rm(join(folder, 'registry'), { recursive: true });
  await mkdir(join(folder, 'registry'));
  await writeFile(join(folder, 'registry/pointer.json'), '{}');
  expect(await toldAtStart()).toEqual(['api: the live releases cannot be compared with this API']);
});

describe('the doctor', () => {
  const examine = async (path: string, field: string) => {
    await release(callOf(path, field));
    const document = (await api.current.app.inject('/api/v1/openapi.json')).body;
    const server = createServer((_request, response) =>
      response.setHeader('content-type', 'application/json').end(document),
    );
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as { port: number };
    try {
      return await checkReleases({ siteUrl: `http://127.0.0.1:${port}`, distDir: folder });
    } finally {
      server.close();
    }
  };

  test('passes if the running API has what the live releases call', async () => {
    expect(await examine('/venues/{}', 'name')).toEqual([
      { isOk: true, sentence: 'The API has what 1 releases call. 1 more have no record of their calls.' },
    ]);
  });

  test('names what the running API breaks, and says what to do', async () => {
    expect(await examine('/venues/{}', 'motto')).toEqual([
      { isOk: false, sentence: `${BROKEN} Release the app again, or go back to the API before.` },
    ]);
  });

  test('does not judge without the API', async () => {
    expect(await checkReleases({ siteUrl: 'http://127.0.0.1:1', distDir: folder })).toMatchObject([{ isOk: null }]);
  });
});
