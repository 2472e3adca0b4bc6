// npm run build [part…]: builds what is missing or stale. What is live stays so: only a release moves the registry's pointer.
import { fork } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { publicKeys } from 'registry/node/signing';
import { readLive } from 'registry/node/store';
import { folderTarget } from 'registry/node/targets/folder';
import { directoryOf, parts, readJson, root, versionOf } from '../build/apps';
import { noticeOf, unreleased } from '../site/working-copy';
import { readArguments, runCommand } from './arguments';

const workerFile = fileURLToPath(new URL('../build/build-worker.ts', import.meta.url));

/** Not inherited where npm start and npm test have registered tsx after the install. */
const RUNS_TYPESCRIPT = ['--import', import.meta.resolve('tsx')];

/** Hands `orders` to two worker processes; each keeps webpack loaded for its next order. */
async function buildAtOnce(orders, report) {
  const queue = [...orders];
  const failures = [];
  const work = () =>
    new Promise((resolve, reject) => {
      const worker = fork(workerFile, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'], execArgv: RUNS_TYPESCRIPT });
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

/** One line of progress for a part that was built. */
export const buildLine = ({ part, version, seconds }) => `built ${part} ${version} in ${seconds.toFixed(1)} s`;

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await runCommand(async () => {
    const { out, positionals } = readArguments(['out']);
    const builds = await buildParts(positionals.length > 0 ? positionals : parts, {
      out,
      report: (line) => console.log(buildLine(line)),
    });
    if (!builds.some(({ isFresh }) => isFresh)) console.log('Nothing to build.');
    const live = await readLive(folderTarget(out));
    const notice = live.snapshot.host
      ? noticeOf(unreleased(builds, live))
      : 'Nothing is live here yet: npm start, or npm run release -- --all, makes this working copy live.';
    if (notice) console.log(notice);
  });
}
