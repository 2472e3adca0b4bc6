import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startProgram, waitForLine } from './children';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'children-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** Starts a program that takes this long to stop, in milliseconds. */
async function started(takesMs: number, graceMs: number) {
  const file = path.join(folder, `${takesMs}.ts`);
  await writeFile(
    file,
    `setInterval(() => {}, 1_000);
    process.on('SIGTERM', () => setTimeout(() => process.exit(0), ${takesMs}));
    console.log('ready');`,
  );
  const { onLine, seen } = waitForLine(/ready/);
  const program = startProgram(file, { onLine, graceMs });
  await seen;
  return program;
}

test('a program that stops too slowly is killed', async () => {
  const program = await started(60_000, 100);
  expect(await program.stop()).toBe(1);
});

test('a program that stops in time is not killed', async () => {
  const program = await started(100, 60_000);
  expect(await program.stop()).toBe(0);
});
