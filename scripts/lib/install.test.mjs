import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { isInstalled, missingPackages, requireNode } from './install.mjs';

/**
 * Finds every module that Node loads with `file` before the first `await import`.
 * @param {string} file
 * @param {Set<string>} [seen]
 * @returns {string[]}
 */
function importsOf(file, seen = new Set()) {
  if (seen.has(file)) return [];
  seen.add(file);
  const text = readFileSync(file, 'utf8');
  const names = [...text.matchAll(/^(?:import|export)\b[^;]*?from '([^']+)'|^import '([^']+)'/gm)].map(
    ([, from, bare]) => from ?? bare ?? '',
  );
  const required = [...text.matchAll(/\brequire\)?(?:\([^()]*\))?\('([^']+)'\)/g)].map(([, name = '']) => name);
  return [...names, ...required].flatMap((name) =>
    name.startsWith('.') ? importsOf(path.resolve(path.dirname(file), name), seen) : [name],
  );
}

test.each(['start.mjs', 'test.mjs'])('%s needs nothing but Node until the install is done', (file) => {
  const needed = importsOf(path.join(import.meta.dirname, '..', file));
  expect(needed).toContain('node:child_process');
  expect(needed.filter((name) => !name.startsWith('node:'))).toEqual([]);
});

test.each([
  [{ browser: '/usr/bin/chromium', pageBrowser: '/usr/bin/x', postgres: '/usr/bin' }, []],
  [{ browser: '/usr/bin/google-chrome', postgres: '/usr/bin' }, ['chromium-headless-shell']],
  [{}, ['chromium', 'chromium-headless-shell', 'postgresql']],
])('on a machine with %j the tests need the packages %j', (found, packages) => {
  expect(missingPackages(found)).toEqual(packages);
});

test.each([
  ['18.20.4', false],
  ['20.18.3', false],
  ['20.19.0', true],
  ['22.0.0', true],
])('Node %s is new enough: %s', (version, isFine) => {
  const check = () => requireNode(version);
  if (isFine) expect(check).not.toThrow();
  else expect(check).toThrow(`This is Node ${version}; it must be 20.19 or newer.`);
});

describe('the installed packages', () => {
  const API = { link: true };
  const lock = {
    '': { version: '0.0.0' },
    'node_modules/pg': { version: '8.23.0' },
    'node_modules/fsevents': { version: '2.3.3', optional: true },
    'node_modules/api': API,
  };
  /** @param {object} [installed] */
  const directoryWith = (installed) => {
    const directory = mkdtempSync(path.join(tmpdir(), 'foodhall-install-'));
    mkdirSync(path.join(directory, 'node_modules'));
    writeFileSync(path.join(directory, 'package-lock.json'), JSON.stringify({ packages: lock }));
    if (installed) {
      writeFileSync(path.join(directory, 'node_modules/.package-lock.json'), JSON.stringify({ packages: installed }));
    }
    return directory;
  };

  test.each([
    ['has what the lock file names', { 'node_modules/pg': { version: '8.23.0' }, 'node_modules/api': API }, true],
    ['has another version of a package', { 'node_modules/pg': { version: '8.22.0' }, 'node_modules/api': API }, false],
    ['lacks a package', { 'node_modules/api': API }, false],
    ['lacks a workspace', { 'node_modules/pg': { version: '8.23.0' } }, false],
    ['has nothing installed', undefined, false],
  ])('isInstalled decides about a folder that %s', async (_what, installed, expected) => {
    const directory = directoryWith(installed);
    try {
      expect(await isInstalled(directory)).toBe(expected);
    } finally {
      rmSync(directory, { recursive: true });
    }
  });
});
