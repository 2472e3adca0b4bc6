import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fixedFilesOf } from './build-app';

let directory: string;

beforeEach(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'build-app-'));
  await mkdir(path.join(directory, 'public'));
  for (const name of ['logo.svg', 'start.js']) await writeFile(path.join(directory, 'public', name), '');
});
afterEach(() => rm(directory, { recursive: true, force: true }));

test("the shell's files with a fixed address come from its public folder, without the script of its page", async () => {
  expect(await fixedFilesOf(directory)).toEqual(['logo.svg']);
});

test('the build refuses a public file in a subfolder, since no server serves it at its address', async () => {
  await mkdir(path.join(directory, 'public/icons'));
  await writeFile(path.join(directory, 'public/icons/cup.png'), '');
  await expect(fixedFilesOf(directory)).rejects.toThrow(
    'public/icons/cup.png is in a folder, and the files of public are served at the root alone: move it to public itself.',
  );
});
