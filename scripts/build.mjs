// npm run build [part…]: builds what is missing or stale, then registers what was built.
import { fork } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { readArguments, runCommand } from './lib/arguments.mjs';
import { directoryOf, parts, readJson, root, versionOf } from './lib/parts.mjs';
import { versionIn } from './lib/registry.mjs';
import { goLive, readLive } from './lib/registry-store.mjs';
import { folderTarget } from './lib/targets.mjs';

const { publicKeys } = createRequire(import.meta.url)('./lib/signing.js');
const workerFile = fileURLToPath(new URL('./lib/build-worker.mjs', import.meta.url));

/** Hands `orders` to two worker processes; each keeps webpack loaded for its next order. */
async function buildAtOnce(orders, report) {
  const queue = [...orders];
  const failures = [];
  const work = () =>
    new Promise((resolve, reject) => {
      const worker = fork(workerFile, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
      let current;
      let started = 0;
      const next = () => {
        current = queue.shift();
        started = Date.now();
        if (current) worker.send(current);
        else worker.disconnect();
      };
      worker.on('message', ({ part, error }) => {
        if (error) failures.push(`${part}: ${error}`);
        else report({ part, version: current.version, seconds: (Date.now() - started) / 1000 });
        next();
      });
      worker.on('error', reject);
      worker.on('exit', (code) => {
        if (current) failures.push(`${current.part}: the build process ended with code ${code}.`);
        resolve();
      });
      next();
    });
  await Promise.all(orders.slice(0, 2).map(work));
  if (failures.length > 0) throw new Error(failures.join('\n'));
}

/**
 * Builds the wanted parts that are missing or stale.
 * @param {string[]} wanted names of parts
 * @param {{out?: string, report?: (line: {part: string, version: string, seconds: number}) => void,
 *   sources?: Record<string, string>}} [options]
 *   `out` is the dist folder; `report` is called once for every part that had to be built; `sources` names other
 *   folders than the project's own, by part
 * @returns {Promise<{part: string, version: string, isFresh: boolean, record: object}[]>} `isFresh`: built just now
 * @throws with webpack's error sentence, a line a part
 */
export async function buildParts(
  wanted = parts,
  { out = path.join(root, 'dist'), report = () => {}, sources = {} } = {},
) {
  const unknown = wanted.find((part) => !parts.includes(part));
  if (unknown) throw new Error(`There is no part '${unknown}'. The parts are ${parts.join(', ')}.`);
  // Before two processes could make one each.
  publicKeys();
  const orders = await Promise.all(
    parts
      .filter((part) => wanted.includes(part))
      .map(async (part) => {
        const directory = sources[part] ?? directoryOf(part);
        return { part, version: await versionOf(part, directory), out, directory };
      }),
  );
  const recordOf = ({ part, version }) => path.join(out, part, version, 'build.json');
  const stale = orders.filter((order) => !existsSync(recordOf(order)));
  await buildAtOnce(stale, report);
  return await Promise.all(
    orders.map(async (order) => ({
      part: order.part,
      version: order.version,
      isFresh: stale.includes(order),
      record: await readJson(recordOf(order)),
    })),
  );
}

/**
 * Builds what is stale and makes it live. A version that was rolled back stays so until somebody releases it.
 * @param {string[]} [wanted]
 * @param {{out?: string, report?: Function}} [options] as in buildParts
 * @returns {Promise<{built: string[], live: string, heldBack: string[]}>} `heldBack`: versions left out, being recalled
 */
export async function buildAndRegister(wanted, options = {}) {
  const out = options.out ?? path.join(root, 'dist');
  const builds = await buildParts(wanted, options);
  const target = folderTarget(out);
  const { pointer, snapshot } = await readLive(target);
  // A rollback left another version live; a retired remote has none, and comes back with its sources.
  const isRecalled = ({ part, version }) =>
    Boolean(pointer?.recalled.includes(`${part}@${version}`) && versionIn(snapshot, part));
  const { name } = await goLive(
    target,
    builds.filter((build) => !isRecalled(build)).map(({ record }) => record),
  );
  return {
    built: builds.filter(({ isFresh }) => isFresh).map(({ part }) => part),
    live: name,
    heldBack: builds.filter(isRecalled).map(({ part, version }) => `${part}@${version}`),
  };
}

/** One line of progress for a part that was built. */
export const buildLine = ({ part, version, seconds }) => `built ${part} ${version} in ${seconds.toFixed(1)} s`;

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await runCommand(async () => {
    const { out, positionals } = readArguments(['out']);
    const { built, live, heldBack } = await buildAndRegister(positionals.length > 0 ? positionals : parts, {
      out,
      report: (line) => console.log(buildLine(line)),
    });
    if (built.length === 0) console.log('Nothing to build.');
    for (const version of heldBack)
      console.log(`${version} was rolled back and stays out; release it to bring it back.`);
    console.log(`Live: snapshot ${live}`);
  });
}
