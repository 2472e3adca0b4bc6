// npm start: from a fresh clone to the whole site on one address. Only Node's own modules until the install is done.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { readDataDir, readPort, requireFreePort, StartError, startSite } from './lib/site.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const OLDEST_NODE = [20, 19];

function step(text) {
  const started = Date.now();
  process.stdout.write(`${text} …`);
  return (result = 'done') => process.stdout.write(` ${result} (${((Date.now() - started) / 1000).toFixed(1)} s)\n`);
}

function requireNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor >= OLDEST_NODE[1])) return;
  throw new StartError(`This is Node ${process.versions.node}; it must be ${OLDEST_NODE.join('.')} or newer.`);
}

/** Installs when the lock file is not the one that was last installed. */
async function install() {
  const lock = createHash('sha256')
    .update(await readFile(path.join(root, 'package-lock.json')))
    .digest('hex');
  const record = path.join(root, 'node_modules/.installed-lock');
  if ((await readFile(record, 'utf8').catch(() => '')) === lock) return;
  const done = step('Installing packages, about a minute');
  await new Promise((resolve, reject) => {
    const child = spawn('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
      cwd: root,
      stdio: ['ignore', 'ignore', 'pipe'],
      shell: process.platform === 'win32',
    });
    let errors = '';
    child.stderr.on('data', (chunk) => (errors += chunk));
    child.on('close', (code) =>
      code === 0
        ? resolve()
        : reject(new StartError(`\nThe install failed: ${errors.trim().split('\n').slice(0, 3).join('\n')}`)),
    );
  });
  await writeFile(record, lock);
  done();
}

async function build() {
  const { buildAndRegister } = await import('./build.mjs');
  const done = step('Building what is missing or stale');
  const { built, heldBack } = await buildAndRegister(undefined, {
    report: ({ part }) => process.stdout.write(` ${part}`),
  });
  done(built.length === 0 ? 'nothing to do' : 'done');
  for (const version of heldBack) console.log(`${version} was rolled back and stays out; release it to bring it back.`);
}

const welcome = (url) => `
Foodhall is open: ${url}

  Accounts, password foodhall-demo (phone: any number of ten digits or more)
    customer@foodhall.test   a customer             0820000001
    second@foodhall.test     another customer       0820000002
    vendor@foodhall.test     Kumo Ramen and Pico Taquería  0820000003
    baker@foodhall.test      Butter Lane Bakery     0820000004

  Cards, any date to come and any CVC
    4242 4242 4242 4242      pays at Granary Square Market
    4000 0000 0000 0002      is declined there
    4000 0027 6000 3184      asks for 3-D Secure there
    4084 0840 8408 4081      pays at Harbour Street Foodhall, CVV 408
    4263 9700 0000 5262      pays at Les Halles du Canal

  Ctrl-C stops everything.
`;

async function main() {
  requireNode();
  const port = readPort('PORT', 8080);
  const sandboxPort = readPort('PAY_SANDBOX_PORT', port + 1);
  const dataDir = readDataDir();
  await requireFreePort(port, 'PORT');
  await requireFreePort(sandboxPort, 'PAY_SANDBOX_PORT');
  await install();
  await build();
  const done = step('Opening the database and the market');
  const site = await startSite({ port, sandboxPort, dataDir, report: (line) => console.log(`\n${line}`) }).catch(
    (error) => {
      process.stdout.write('\n');
      throw error;
    },
  );
  done();
  console.log(welcome(site.url));

  let isStopping = false;
  const stop = async (code) => {
    if (isStopping) return;
    isStopping = true;
    await site.stop();
    process.exit(code);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => void stop(0));
  console.error(await site.failed);
  await stop(1);
}

main().catch((error) => {
  console.error(error instanceof StartError ? error.message : (error?.message ?? error));
  process.exit(1);
});
