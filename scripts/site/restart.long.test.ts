import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { BuildRecord } from 'releases/model/schemas';
import { publishBuild } from 'releases/store/publish';
import { readLive } from 'releases/store/read-live';
import { goLive } from 'releases/store/store';
import { folderTarget } from 'releases/store/targets/folder';
import type { Target } from 'releases/store/targets/target';
import { hostBuild, remoteBuild } from 'releases/testing/builds';
import { freePort } from './postgres';
import type { ServedSite, ServeSettings } from './testing/serve-site';

let folder: string;
let running: ChildProcess | undefined;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'restart-'));
});
afterEach(async () => {
  await kill();
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

const PAGE = '<!doctype html><html><head><title>Foodhall</title><!--shell-data--></head><body></body></html>';
const shell = hostBuild('1.1.0', { version: '2.0.0-aaaaaaaa' });
const remote = (name: string, version: string) => remoteBuild(name, { version });

/** Builds in a clone and releases to the site, as a team does. */
async function release(clone: string, record: BuildRecord, target: Target): Promise<void> {
  const out = path.join(folder, clone);
  const build = path.join(out, record.part, record.version);
  await mkdir(build, { recursive: true });
  await writeFile(path.join(build, 'index.html'), PAGE);
  await writeFile(path.join(build, 'build.json'), JSON.stringify(record));
  await publishBuild(target, out, record);
  await goLive(target, [record]);
}

async function start(settings: ServeSettings): Promise<ServedSite> {
  const site = fork(path.join(import.meta.dirname, 'testing/serve-site.ts'), [JSON.stringify(settings)], {
    execArgv: ['--import', 'tsx'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: { ...process.env, DEMO: '0', PAYMENTS: 'sandbox', NODE_OPTIONS: '', LOG_LEVEL: 'error' },
  });
  running = site;
  const ended = once(site, 'close').then(([code]): never => {
    throw new Error(`The site ended with ${code}.`);
  });
  const [ready] = await Promise.race([once(site, 'message'), ended]);
  ended.catch(() => {});
  return ready;
}

/** Kills the site. Its processes end with it. */
async function kill(): Promise<void> {
  if (!running) return;
  const ended = once(running, 'close');
  running.kill('SIGKILL');
  await ended;
  running = undefined;
}

const registryOf = async (distDir: string) => {
  const found = await readdir(path.join(distDir, 'registry'), { recursive: true, withFileTypes: true });
  const files = found.filter((each) => each.isFile()).map((each) => path.join(each.parentPath, each.name));
  return await Promise.all(files.sort().map((file) => readFile(file, 'utf8')));
};
const pageOf = async (url: string) => await (await fetch(url, { headers: { accept: 'text/html' } })).text();

test('a site keeps the releases of two clones after it was killed and started again', async () => {
  const distDir = path.join(folder, 'site');
  const target = folderTarget(distDir);
  await release('ours', shell, target);
  await release('ours', remote('catalog', '1.0.0-aaaaaaaa'), target);
  await release('theirs', remote('catalog', '1.0.1-bbbbbbbb'), target);
  await release('ours', remote('queues', '1.0.1-cccccccc'), target);
  const released = await registryOf(distDir);
  const current = (await readLive(target)).pointer?.current;

  for (let run = 1; run <= 2; run += 1) {
    // The second start uses other ports, since a killed site frees its own only a moment later.
    const settings = { port: await freePort(), sandboxPort: await freePort(), distDir };
    const { url, first, notice } = await start({ ...settings, dataDir: path.join(folder, 'data') });
    expect(first).toBeNull();
    // The sources of this working copy differ from both teams'.
    expect(notice).toMatch(
      /^Not released from this working copy: .*catalog \S+ \(live is 1\.0\.1-bbbbbbbb\).* --all --target \S+ makes them live\.$/,
    );
    const page = await pageOf(url);
    expect(page).toContain(`data-name="${current}"`);
    expect(page).toContain('"catalog":{"version":"1.0.1-bbbbbbbb"');
    expect(await registryOf(distDir)).toEqual(released);
    await kill();
  }
}, 120_000);
