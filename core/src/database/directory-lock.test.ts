import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lockDirectory } from './directory-lock';

let folder: string;
let child: ChildProcess | null = null;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'foodhall-lock-'));
});
afterEach(async () => {
  child?.kill('SIGKILL');
  await rm(folder, { recursive: true });
});

/** Starts a process that listens on the lock's socket, as a running site does. */
async function anotherProcess(): Promise<ChildProcess> {
  const script = `require('node:net').createServer(s => s.end()).listen(${JSON.stringify(join(folder, 'lock.sock'))}, () => console.log('held'))`;
  const holder = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
  child = holder;
  await new Promise((held) => holder.stdout.once('data', held));
  return holder;
}

test('one process holds a directory, and the refusal of another names the holder', async () => {
  const lock = await lockDirectory(folder);
  await expect(lockDirectory(folder)).rejects.toThrow(
    `The data directory ${folder} is in use by another process; stop that one, or set DATA_DIR to another folder.`,
  );
  await lock.release();
  await (await lockDirectory(folder)).release();
});

test('a killed process loses its lock', async () => {
  const holder = await anotherProcess();
  await expect(lockDirectory(folder)).rejects.toMatchObject({ name: 'DirectoryInUseError' });
  const ended = new Promise((end) => holder.once('exit', end));
  holder.kill('SIGKILL');
  await ended;
  await (await lockDirectory(folder)).release();
});

test('one of several processes that ask at once after a crash gets the lock', async () => {
  const holder = await anotherProcess();
  const ended = new Promise((end) => holder.once('exit', end));
  holder.kill('SIGKILL');
  await ended;
  const responses = await Promise.allSettled(Array.from({ length: 8 }, () => lockDirectory(folder)));
  const locks = responses.flatMap((response) => (response.status === 'fulfilled' ? [response.value] : []));
  expect(locks).toHaveLength(1);
  await locks[0]?.release();
});
