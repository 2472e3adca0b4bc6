/** Builds the apps that are missing or stale. The live versions stay live: only a release moves the registry's pointer. */
import { fork } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { type BuildRecord, buildRecordOf } from '../model/schemas';
import { publicKeys } from '../store/signing';
import type { Build } from '../store/snapshot';
import { apps, directoryOf, isRemote, readJson, root, versionOf } from './apps';
import { buildProgram } from './build-program';

/** The order that a worker process receives. */
export interface BuildOrder extends Build {
  /** The dist folder. */
  out: string;
  /** The folder with the app's sources. */
  directory: string;
}

/** A worker process's answer to its order. `error` is the sentence that explains why there is no build. */
export interface BuildOutcome {
  part: string;
  error?: string;
}

/** A finished build. */
export interface BuildProgress extends Build {
  seconds: number;
}

export interface AppBuild extends Build {
  /** True if it was built just now. */
  isFresh: boolean;
  record: BuildRecord;
}

export interface BuildOptions {
  /** The dist folder. */
  out?: string;
  /** Called once for each app that had to be built. */
  report?: (progress: BuildProgress) => void;
  /** Folders with sources other than the project's own, by app. */
  sources?: Readonly<Record<string, string>>;
}

/** Gives the orders to two worker processes. Each keeps webpack loaded for its next order. */
async function buildAtOnce(orders: readonly BuildOrder[], report: (progress: BuildProgress) => void): Promise<void> {
  const queue = [...orders];
  const failures: string[] = [];
  const { file, execArgv } = buildProgram();
  const work = () =>
    new Promise<void>((resolve, reject) => {
      const worker = fork(file, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'], execArgv });
      let current: BuildOrder | undefined;
      let started = 0;
      const next = () => {
        current = queue.shift();
        started = Date.now();
        if (current) worker.send(current);
        else worker.disconnect();
      };
      worker.on('message', ({ part, error }: BuildOutcome) => {
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
 * Builds the wanted apps that are missing or stale.
 * @returns a build of each wanted app
 * @throws for an unknown app, and with the bundler's error, one line for each app that it could not build
 */
export async function buildApps(
  wanted: readonly string[] = apps,
  { out = path.join(root, 'dist'), report = () => {}, sources = {} }: BuildOptions = {},
): Promise<AppBuild[]> {
  const unknown = wanted.find((app) => !apps.includes(app) && sources[app] === undefined);
  if (unknown) throw new Error(`There is no app '${unknown}'. The apps are ${apps.join(', ')}.`);
  // The key is created first, or two processes could each create one. Only the shell is built with it.
  if (!wanted.every(isRemote)) publicKeys();
  const orders = await Promise.all(
    // A remote that is not in this repository is named by its sources.
    [...new Set([...apps, ...wanted])]
      .filter((app) => wanted.includes(app))
      .map(async (app): Promise<BuildOrder> => {
        const directory = sources[app] ?? directoryOf(app);
        return { part: app, version: await versionOf(app, directory), out, directory };
      }),
  );
  const recordFile = ({ part, version }: Build) => path.join(out, part, version, 'build.json');
  const stale = orders.filter((order) => !existsSync(recordFile(order)));
  await buildAtOnce(stale, report);
  return await Promise.all(
    orders.map(async (order) => ({
      part: order.part,
      version: order.version,
      isFresh: stale.includes(order),
      record: buildRecordOf(await readJson(recordFile(order)), recordFile(order)),
    })),
  );
}

/** One line of progress for an app that was built. */
export const buildLine = ({ part, version, seconds }: BuildProgress): string =>
  `built ${part} ${version} in ${seconds.toFixed(1)} s`;
