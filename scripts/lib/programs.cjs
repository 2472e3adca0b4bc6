// The programs of this machine that the tests and benches need. Only Node's own modules: npm test looks for them before
// anything is installed. CommonJS, which every loader of this repository reads.
const { existsSync, readdirSync } = require('node:fs');
const path = require('node:path');

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
/** Chromium without what makes a window of it: the same pages, for two thirds of the processor time. */
const SHELL = 'chromium-headless-shell';
const MAC = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';

/** @param {string[]} names */
function find(names) {
  const chosen = process.env.BROWSER_PATH?.trim();
  if (chosen) return existsSync(chosen) ? chosen : undefined;
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  return folders.flatMap((folder) => names.map((name) => path.join(folder, name))).find((file) => existsSync(file));
}

/** @returns {string | undefined} the path of a whole browser */
const findBrowser = () => find(NAMES) ?? (existsSync(MAC) && !process.env.BROWSER_PATH ? MAC : undefined);

/** @returns {string | undefined} the path of the lighter one, for pages alone */
const findPageBrowser = () => find([SHELL]);

/** @returns {string | undefined} the folder of initdb and postgres */
function findPostgres() {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [
    ...versions.map((version) => path.join(debian, version, 'bin')),
    ...(process.env.PATH ?? '').split(path.delimiter),
  ];
  return folders.find((folder) => existsSync(path.join(folder, 'initdb')) && existsSync(path.join(folder, 'postgres')));
}

module.exports = { findBrowser, findPageBrowser, findPostgres };
