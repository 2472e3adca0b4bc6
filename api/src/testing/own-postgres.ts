/** A PostgreSQL for one test file alone, which stops and starts it. scripts/lib/postgres.mjs is the one that knows how. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

export interface OwnPostgres {
  url: string;
  /** Ends it with all of its connections, and keeps what it holds. */
  down(): Promise<void>;
  up(): Promise<void>;
  /** It hangs, with every connection open. */
  freeze(): void;
  thaw(): void;
  /** Ends it for good. */
  stop(): Promise<void>;
}

const SCRIPT = pathToFileURL(join(__dirname, '../../../scripts/lib/postgres.mjs')).href;

/** The folder of its programs; null where this machine has none. Asked of another process, as a module is not loaded at once. */
export function findPostgres(): string | null {
  const script = `import('${SCRIPT}').then(({ findPostgres }) => process.stdout.write(findPostgres() ?? ''))`;
  return execFileSync(process.execPath, ['-e', script], { encoding: 'utf8' }) || null;
}

export async function startPostgres(programs: string): Promise<OwnPostgres> {
  const { startPostgres: start } = await import(SCRIPT);
  return start(programs);
}
