// Tests that a promotion copies the same bytes from one site to another.
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buildRecordOf } from '../model/schemas';
import { readLive } from '../store/read-live';
import { goLive } from '../store/store';
import { folderTarget } from '../store/targets/folder';
import { hostBuild } from '../testing/builds';
import { builtRemote } from '../testing/uploads';
import { promote } from './promote';

let from: string;
let out: string;
beforeEach(async () => {
  from = await mkdtemp(path.join(tmpdir(), 'staging-'));
  out = await mkdtemp(path.join(tmpdir(), 'production-'));
  const { files } = builtRemote('1.0.0-a');
  for (const [name, content] of files) {
    const file = path.join(from, 'catalog/1.0.0-a', name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, content);
  }
  const catalog = buildRecordOf(JSON.parse(String(files.get('build.json'))), 'build.json');
  await goLive(folderTarget(from), [hostBuild(), catalog]);
  await goLive(folderTarget(out), [hostBuild()]);
});
afterEach(async () => {
  await rm(from, { recursive: true });
  await rm(out, { recursive: true });
});

const options = () => ({ from, target: folderTarget(out), service: null, source: {} });

test("a promotion makes one site's live build live at the other, with the same bytes", async () => {
  expect(await promote('catalog', options())).toMatchObject({ part: 'catalog', version: '1.0.0-a' });
  expect((await readLive(folderTarget(out))).snapshot.remotes.catalog?.version).toBe('1.0.0-a');
  for (const file of ['assets/font.woff2', 'build.json']) {
    const name = `catalog/1.0.0-a/${file}`;
    expect(await readFile(path.join(out, name))).toEqual(await readFile(path.join(from, name)));
  }
});

test('a promotion into a channel changes nothing for other visitors', async () => {
  await promote('catalog', { ...options(), to: { channel: 'beta' } });
  const { remotes, offers } = (await readLive(folderTarget(out))).snapshot;
  expect([remotes.catalog, offers.map(({ channel }) => channel)]).toEqual([undefined, ['beta']]);
});

test('a promotion of a missing build says so, and nothing changes', async () => {
  await expect(promote('catalog', { ...options(), version: '9.0.0' })).rejects.toThrow(
    `There is no catalog 9.0.0 in ${from}.`,
  );
  await expect(promote('queues', options())).rejects.toThrow(`There is no queues that is live in ${from}.`);
  expect((await readLive(folderTarget(out))).snapshot.remotes).toEqual({});
});
