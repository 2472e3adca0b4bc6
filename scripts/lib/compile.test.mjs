import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { compileCommand } from './compile.mjs';

const root = path.resolve(import.meta.dirname, '../..');
/** @type {string} */
let out;
beforeEach(() => {
  out = mkdtempSync(path.join(os.tmpdir(), 'compiled-'));
});
afterEach(() => rmSync(out, { recursive: true, force: true }));

/** @param {string[]} args */
function run(...args) {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/run.mjs', ...args], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, NODE_OPTIONS: '' },
  });
  return { status, stdout, stderr };
}

test('a compiled command does what it does by itself', () => {
  expect(run('releases', '--target', out)).toEqual({
    status: 0,
    stdout: `Nothing is released in ${out}.\n`,
    stderr: '',
  });
});

test('one that fails prints its sentence and exits with 1', () => {
  expect(run('releases', '--foo')).toMatchObject({ status: 1, stdout: '', stderr: expect.stringContaining("'--foo'") });
});

test('a command that is not there is refused by name', () => {
  const stderr = "There is no command '../site/working-copy' in tooling/src/commands.\n";
  expect(run('../site/working-copy')).toEqual({ status: 1, stdout: '', stderr });
});

test('what a command starts is compiled beside it, and nothing of it asks for TypeScript', async () => {
  const command = await compileCommand(path.join(root, 'tooling/src/commands/release.ts'));
  const folder = path.dirname(command);
  const files = await readdir(folder);
  expect(files).toEqual(expect.arrayContaining(['command.mjs', 'build-worker.mjs', 'compare-process.mjs']));
  for (const file of files) {
    const text = await readFile(path.join(folder, file), 'utf8');
    expect(text).not.toMatch(/['"]tsx['"/]|import\(['"][^'"]*\.ts['"]\)/);
  }
});

test('the same sources are written once', async () => {
  const source = path.join(root, 'tooling/src/commands/releases.ts');
  expect(await compileCommand(source)).toBe(await compileCommand(source));
});
