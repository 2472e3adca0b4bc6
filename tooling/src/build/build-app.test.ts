const { mkdir, mkdtemp, rm, writeFile } = require('node:fs/promises');
const { tmpdir } = require('node:os');
const path = require('node:path');

let fixedFilesOf;
let directory;

beforeAll(async () => {
  ({ fixedFilesOf } = await import('./build-app'));
});
beforeEach(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'build-part-'));
  await mkdir(path.join(directory, 'public'));
  for (const name of ['logo.svg', 'start-check.js']) await writeFile(path.join(directory, 'public', name), '');
});
afterEach(() => rm(directory, { recursive: true, force: true }));

test("the shell's files of a fixed address are those of its public folder, without the script of its page", async () => {
  expect(await fixedFilesOf(directory)).toEqual(['logo.svg']);
});

test('one in a folder of its own is refused: no server has it at its address', async () => {
  await mkdir(path.join(directory, 'public/icons'));
  await writeFile(path.join(directory, 'public/icons/cup.png'), '');
  await expect(fixedFilesOf(directory)).rejects.toThrow(
    'public/icons/cup.png lies in a folder, and the files of public are served at the root alone: move it to public itself.',
  );
});
