import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { root } from '../build/apps';

const run = (...args: string[]) => {
  const { status, stderr, stdout } = spawnSync(process.execPath, ['--import', 'tsx', ...args], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, NODE_OPTIONS: '' },
  });
  return { status, stderr, stdout };
};
const REFUSED = {
  status: 1,
  stdout: '',
  stderr: "Unknown option '--foo'. This command takes --out DIR.\n",
};

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'run-command-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test('a command that fails prints its sentence and exits with 1, also by a path with a symbolic link', async () => {
  const commands = path.join(folder, 'commands');
  await symlink(import.meta.dirname, commands);
  expect(run('releases/src/commands/build.ts', '--foo')).toEqual(REFUSED);
  expect(run(path.join(commands, 'build.ts'), '--foo')).toEqual(REFUSED);
}, 30_000);

test('a command whose reader has stopped, as head does, ends quietly', () => {
  const command = `"${process.execPath}" --import tsx releases/src/commands/releases.ts --target "${folder}" | true`;
  const { stderr } = spawnSync('sh', ['-c', command], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, NODE_OPTIONS: '' },
  });
  expect(stderr).toBe('');
}, 30_000);

test('a command that another file imports does nothing', () => {
  const imports = ['--input-type=module', '--eval', "await import('./releases/src/commands/build.ts')"];
  expect(run(...imports)).toEqual({ status: 0, stdout: '', stderr: '' });
}, 30_000);
