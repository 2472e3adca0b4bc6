const { fork } = require('node:child_process');
const { once } = require('node:events');
const { mkdir, mkdtemp, readFile, readdir, rm, writeFile } = require('node:fs/promises');
const { tmpdir } = require('node:os');
const path = require('node:path');

let store;
let targets;
let freePort;
let publishBuild;
let folder;
let running;

beforeAll(async () => {
  store = await import('registry/node/store');
  targets = await import('registry/node/targets/folder');
  ({ freePort } = await import('./postgres'));
  ({ publishBuild } = await import('registry/node/publish'));
});
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'restart-'));
});
afterEach(async () => {
  await kill();
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

const PAGE = '<!doctype html><html><head><title>Foodhall</title><!--shell-data--></head><body></body></html>';
const shell = {
  part: 'host',
  version: '2.0.0-aaaaaaaa',
  html: 'index.html',
  embed: 'embed.js',
  contract: '1.1.0',
  packages: {},
  events: [],
  slots: [],
  integrity: {},
};
const remote = (part, version) => ({
  part,
  version,
  entry: 'remoteEntry.js',
  contract: '^1.0.0',
  packages: {},
  events: [],
  routes: [],
  slots: [],
  modules: {},
  integrity: {},
});

/** What a team of a clone does: it builds there, and releases to where the site lies. */
async function release(clone, record, target) {
  const out = path.join(folder, clone);
  const build = path.join(out, record.part, record.version);
  await mkdir(build, { recursive: true });
  await writeFile(path.join(build, 'index.html'), PAGE);
  await writeFile(path.join(build, 'build.json'), JSON.stringify(record));
  await publishBuild(target, out, record);
  await store.goLive(target, [record]);
}

async function start(settings) {
  running = fork(path.join(__dirname, 'testing/serve-site.mjs'), [JSON.stringify(settings)], {
    execArgv: ['--import', 'tsx'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: { ...process.env, DEMO: '0', PAYMENTS: 'sandbox', NODE_OPTIONS: '', LOG_LEVEL: 'error' },
  });
  const ended = once(running, 'close').then(([code]) => {
    throw new Error(`The site ended with ${code}.`);
  });
  const [ready] = await Promise.race([once(running, 'message'), ended]);
  ended.catch(() => {});
  return ready;
}

/** Its processes end with it. */
async function kill() {
  if (!running) return;
  const ended = once(running, 'close');
  running.kill('SIGKILL');
  await ended;
  running = undefined;
}

const registryOf = async (distDir) => {
  const names = (await readdir(path.join(distDir, 'registry'))).sort();
  return await Promise.all(names.map((name) => readFile(path.join(distDir, 'registry', name), 'utf8')));
};
const pageOf = async (url) => await (await fetch(url, { headers: { accept: 'text/html' } })).text();

test('two clones release into one site, it is killed and started, and everything is as released', async () => {
  const distDir = path.join(folder, 'site');
  const target = targets.folderTarget(distDir);
  await release('ours', shell, target);
  await release('ours', remote('catalog', '1.0.0-aaaaaaaa'), target);
  await release('theirs', remote('catalog', '1.0.1-bbbbbbbb'), target);
  await release('ours', remote('queues', '1.0.1-cccccccc'), target);
  const released = await registryOf(distDir);
  const { current } = (await store.readLive(target)).pointer;

  for (let run = 1; run <= 2; run += 1) {
    // A killed site leaves its ports a moment later.
    const settings = { port: await freePort(), sandboxPort: await freePort(), distDir };
    const { url, first, notice } = await start({ ...settings, dataDir: path.join(folder, 'data') });
    expect(first).toBeNull();
    // The sources of this working copy are neither team's.
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
