/**
 * Jest's Node environment with one PGlite a worker. Booting takes seconds and emptying takes milliseconds, so the instance
 * outlives the test file that needed it first; this file is loaded outside of the tests' sandbox, once a worker.
 */
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { PGlite } from '@electric-sql/pglite';
import { TestEnvironment } from 'jest-environment-node';

let instance: Promise<PGlite> | null = null;

/** Reads the names of the calling functions alone: Jest looks up the source of each line of a stack that is read as text. */
function isCalledBy(name: string): boolean {
  const { prepareStackTrace } = Error;
  try {
    Error.prepareStackTrace = (_error, sites) => sites.some((site) => site.getFunctionName()?.includes(name));
    return Boolean(new Error().stack);
  } finally {
    Error.prepareStackTrace = prepareStackTrace;
  }
}

/**
 * The engine writes its statistics after 10 s of idling, and sets its alarm again for what is left of them; for that timer
 * Jest would wait when all tests are done. The delay is looked at first, as a stack costs more than a timer.
 */
function letJestEnd(): void {
  const { setTimeout } = globalThis;
  globalThis.setTimeout = Object.assign((...args: Parameters<typeof setTimeout>) => {
    const timer = setTimeout(...args);
    const delay = args[1] ?? 0;
    if (delay > 100 && delay <= 10_000 && isCalledBy('setitimer')) timer.unref();
    return timer;
  }, setTimeout);
}

/** @returns where the files of an empty database are kept: the engine takes three seconds to make them, and half a second to load them */
async function keptFiles(): Promise<string> {
  const manifest = path.join(path.dirname(require.resolve('@electric-sql/pglite')), '../package.json');
  const { version } = JSON.parse(await readFile(manifest, 'utf8'));
  return path.join(__dirname, `../../../.cache/pglite-${version}.tar`);
}

async function boot(): Promise<PGlite> {
  letJestEnd();
  const { PGlite } = await import('@electric-sql/pglite');
  const kept = await keptFiles();
  const files = await readFile(kept).catch(() => null);
  const settings = { dataDir: 'memory://', postgresqlconf: ['shared_buffers = 16MB'] };
  if (files) return PGlite.create({ ...settings, loadDataDir: new Blob([files]) });
  const pglite = await PGlite.create(settings);
  await keep(pglite, kept);
  return pglite;
}

/** Whole or not at all: other workers may boot meanwhile. */
async function keep(pglite: PGlite, file: string): Promise<void> {
  const part = `${file}.${process.pid}`;
  await mkdir(path.dirname(file), { recursive: true });
  const dump = await pglite.dumpDataDir('none');
  await writeFile(part, Buffer.from(await dump.arrayBuffer()));
  await rename(part, file);
}

/** A file starts with no open transaction and no statement that another file's driver had prepared. */
async function lend(): Promise<PGlite> {
  instance ??= boot();
  const pglite = await instance;
  await pglite.exec('rollback');
  await pglite.exec('deallocate all');
  return pglite;
}

export default class DatabaseEnvironment extends TestEnvironment {
  override async setup(): Promise<void> {
    await super.setup();
    // The engine starts on demand: most files of this project need no database.
    this.global.lendDatabase = lend;
  }
}
