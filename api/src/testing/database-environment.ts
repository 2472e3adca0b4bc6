/**
 * Jest's Node environment with one PGlite a worker. Booting takes seconds and emptying takes milliseconds, so the instance
 * outlives the test file that needed it first; this file is loaded outside of the tests' sandbox, once a worker.
 */
import { TestEnvironment } from 'jest-environment-node';

interface Instance {
  exec(sql: string): Promise<unknown>;
  close(): Promise<void>;
}

let instance: Promise<Instance> | null = null;

/**
 * The engine writes its statistics after 10 s of idling, and sets its alarm again for what is left of them; for that timer
 * Jest would wait when all tests are done. The delay is looked at first, as a stack costs more than a timer.
 */
function letJestEnd(): void {
  const { setTimeout } = globalThis;
  globalThis.setTimeout = Object.assign((...args: Parameters<typeof setTimeout>) => {
    const timer = setTimeout(...args);
    const delay = args[1] ?? 0;
    if (delay > 100 && delay <= 10_000 && new Error().stack?.includes('setitimer')) timer.unref();
    return timer;
  }, setTimeout);
}

async function boot(): Promise<Instance> {
  letJestEnd();
  const { PGlite } = await import('@electric-sql/pglite');
  return PGlite.create({ dataDir: 'memory://', postgresqlconf: ['shared_buffers = 16MB'] });
}

/** A file starts with no open transaction and no statement that another file's driver had prepared. */
async function lend(): Promise<Instance> {
  instance ??= boot();
  const pglite = await instance;
  await pglite.exec('rollback');
  await pglite.exec('deallocate all');
  return pglite;
}

export default class DatabaseEnvironment extends TestEnvironment {
  override async setup(): Promise<void> {
    await super.setup();
    // On demand: most files of this project need no database.
    this.global.lendDatabase = lend;
  }
}
