/** Tests that the program of backup and restore prints one sentence and exits with 1 if it cannot do its work. */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lockDirectory } from 'core/database/directory-lock';

jest.setTimeout(60_000);

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'foodhall-maintenance-'));
});
afterEach(() => rm(folder, { recursive: true }));

const run = (args: readonly string[], environment: Record<string, string> = {}) =>
  new Promise<{ code: unknown; errors: string }>((resolve) => {
    const env = { PATH: process.env.PATH, DATA_DIR: folder, ...environment };
    const program = ['--import', 'tsx', join(__dirname, 'maintenance.ts'), ...args];
    execFile(process.execPath, program, { env }, (error, _output, errors) =>
      resolve({ code: error?.code ?? 0, errors }),
    );
  });

test('the backup refuses the embedded database of a running site', async () => {
  await mkdir(join(folder, 'database'));
  const lock = await lockDirectory(folder);
  expect(await run(['backup', join(folder, 'hall.backup')])).toEqual({
    code: 1,
    errors:
      'A site is running on this database: stop it first. Only a backup of PostgreSQL can be made while the site runs.\n',
  });
  await lock.release();
});

test.each([
  ['a folder without a site', 'backup', {}, 'it must be the folder of a site that was started once'],
  [
    'a database that is away',
    'backup',
    { DATABASE_URL: 'postgres://127.0.0.1:1/hall' },
    'The database is not available: ',
  ],
  ['a file that is not a backup', 'restore', {}, 'is no whole backup of Foodhall: incorrect header check.'],
  ['a data directory in memory', 'restore', { DATA_DIR: 'memory://' }, "DATA_DIR is 'memory://'; it must be a folder"],
])('%s ends the command with one sentence', async (_what, command, environment, sentence) => {
  const file = join(folder, 'other.txt');
  await writeFile(file, 'notes');
  const { code, errors } = await run([command, file], environment);
  expect([code, errors.split('\n').length]).toEqual([1, 2]);
  expect(errors).toContain(sentence);
});
