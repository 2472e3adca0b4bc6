/**
 * Jest's Node environment with one PGlite for each worker. Booting takes seconds and emptying takes milliseconds, so the instance outlives
 * the test file that first needed it. Each worker loads this file once, outside of the tests' sandbox.
 */
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { PGlite } from '@electric-sql/pglite';
import { TestEnvironment } from 'jest-environment-node';

let instance: Promise<PGlite> | null = null;

/** Reads only the names of the calling functions. If the stack were read as text, Jest would look up the source of each of its lines. */
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
 * Lets Jest end while the engine has an alarm set. The engine writes its statistics after 10 s of idling and sets its alarm again for the
 * remaining time, and Jest would wait for that timer. The delay is checked first, because reading a stack costs more than a timer.
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

const MIGRATIONS = path.join(__dirname, '../database/migrations');
const CACHE = path.join(__dirname, '../../../.cache');
const PREFIX = 'pglite-';

/**
 * The file of a migrated database, named by the engine's version and the migrations. Making and migrating a database takes several seconds,
 * loading one takes half a second.
 */
async function keptFile(): Promise<string> {
  const manifest = path.join(path.dirname(require.resolve('@electric-sql/pglite')), '../package.json');
  const { version } = JSON.parse(await readFile(manifest, 'utf8'));
  const hash = createHash('sha256');
  for (const name of (await readdir(MIGRATIONS)).sort()) {
    hash.update(name).update(await readFile(path.join(MIGRATIONS, name)));
  }
  return path.join(CACHE, `${PREFIX}${version}-${hash.digest('hex').slice(0, 16)}.tar`);
}

async function boot(): Promise<PGlite> {
  letJestEnd();
  const { PGlite } = await import('@electric-sql/pglite');
  const files = await readFile(await keptFile()).catch(() => null);
  return PGlite.create({
    dataDir: 'memory://',
    postgresqlconf: ['shared_buffers = 16MB'],
    ...(files && { loadDataDir: new Blob([files]) }),
  });
}

/**
 * Stores the migrated database for later workers, and deletes older ones. The file appears whole or not at all, because other workers may
 * boot meanwhile.
 */
async function keep(): Promise<void> {
  const pglite = await instance;
  if (!pglite) return;
  const file = await keptFile();
  const part = `${file}.${process.pid}`;
  await mkdir(CACHE, { recursive: true });
  // After a checkpoint the files are complete. Otherwise each load would replay the write-ahead log.
  await pglite.exec('checkpoint');
  const dump = await pglite.dumpDataDir('none');
  await writeFile(part, Buffer.from(await dump.arrayBuffer()));
  await rename(part, file);
  const earlier = (await readdir(CACHE)).filter(
    (name) => name.startsWith(PREFIX) && name.endsWith('.tar') && name !== path.basename(file),
  );
  for (const name of earlier) await rm(path.join(CACHE, name), { force: true });
}

/** Each test file starts without an open transaction, and without statements that an earlier file's driver has prepared. */
async function lend(): Promise<PGlite> {
  instance ??= boot();
  const pglite = await instance;
  await pglite.exec('rollback');
  await pglite.exec('deallocate all');
  return pglite;
}

/** Texts that take long to make, of which each file needs the same. A worker lives for one run, in which the sources do not change. */
const texts = new Map<string, string>();

/** @public Jest finds it by the path of this file. */
export default class DatabaseEnvironment extends TestEnvironment {
  override async setup(): Promise<void> {
    await super.setup();
    // The engine starts on demand: most files of this project need no database.
    this.global.lendDatabase = lend;
    this.global.keepDatabase = keep;
    this.global.textsOfWorker = texts;
  }
}
