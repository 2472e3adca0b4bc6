/** Builds the apps that are missing or stale, two at once. */
import { fork } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BuildRecord, buildRecordOf } from 'registry/model';
import { publicKeys } from 'registry/node/signing';
import { apps, directoryOf, readJson, root, versionOf } from './apps';
import type { BuildOrder } from './build-app';

const workerFile = fileURLToPath(new URL('./build-worker.ts', import.meta.url));

/** Not inherited where npm start and npm test have registered tsx after the install. */
const RUNS_TYPESCRIPT = ['--import', import.meta.resolve('tsx')];

/** What a worker process says when it has finished an order. */
export interface BuildReport {
  part: string;
  /** Why it could not be built. */
  error?: string;
}

/** An app that was built just now. */
export interface BuildLine {
  part: string;
  version: string;
  seconds: number;
}

/** A build in the dist folder; `isFresh`: it was made just now. */
export interface AppBuild {
  part: string;
  version: string;
  isFresh: boolean;
  record: BuildRecord;
}

export interface BuildAppsOptions {
  /** The dist folder. */
  out?: string | undefined;
  /** Called once for every app that had to be built. */
  report?: ((line: BuildLine) => void) | undefined;
  /** Other folders of sources than the project's own, by app. */
  sources?: Readonly<Record<string, string>> | undefined;
}

/** Hands the orders to two worker processes; each keeps webpack loaded for its next order. */
async function buildAtOnce(orders: readonly BuildOrder[], report: (line: BuildLine) => void): Promise<void> {
  const queue = [...orders];
  const failures: string[] = [];
  const work = () =>
    new Promise<void>((resolve, reject) => {
      const worker = fork(workerFile, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'], execArgv: RUNS_TYPESCRIPT });
      let current: BuildOrder | undefined;
      let started = 0;
      const next = () => {
        current = queue.shift();
        started = Date.now();
        if (current) worker.send(current);
        else worker.disconnect();
      };
      worker.on('message', (message) => {
        const { part, error } = message as BuildReport;
        if (error) failures.push(`${part}: ${error}`);
        else if (current) report({ part, version: current.version, seconds: (Date.now() - started) / 1000 });
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
 * Builds those of the apps that are missing or stale.
 * @throws with webpack's error sentence, a line an app, or when there is no app of that name
 */
export async function buildApps(
  wanted: readonly string[] = apps,
  { out = path.join(root, 'dist'), report = () => {}, sources = {} }: BuildAppsOptions = {},
): Promise<AppBuild[]> {
  const unknown = wanted.find((app) => !apps.includes(app));
  if (unknown) throw new Error(`There is no app '${unknown}'. The apps are ${apps.join(', ')}.`);
  // Before two processes could make one each.
  publicKeys();
  const orders = await Promise.all(
    apps
      .filter((app) => wanted.includes(app))
      .map(async (part) => {
        const directory = sources[part] ?? directoryOf(part);
        return { part, version: await versionOf(part, directory), out, directory };
      }),
  );
  const recordFile = ({ part, version }: BuildOrder) => path.join(out, part, version, 'build.json');
  const stale = orders.filter((order) => !existsSync(recordFile(order)));
  await buildAtOnce(stale, report);
  return await Promise.all(
    orders.map(async (order) => ({
      part: order.part,
      version: order.version,
      isFresh: stale.includes(order),
      record: buildRecordOf(await readJson(recordFile(order)), path.relative(root, recordFile(order))),
    })),
  );
}

/** One line of progress for an app that was built. */
export const buildLine = ({ part, version, seconds }: BuildLine): string =>
  `built ${part} ${version} in ${seconds.toFixed(1)} s`;
