// Finds the programs of this machine that the tests and benches need. It uses only Node's own modules: npm test looks for them before it
// installs anything. It is CommonJS, since tests that Jest runs as CommonJS import it too.
const fs = require('node:fs');
const path = require('node:path');

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
/** Chromium without a window. It renders the same pages for two thirds of the processor time. */
const SHELL = 'chromium-headless-shell';
const MAC = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';

/** @param {string[]} names */
function find(names) {
  const chosen = process.env.BROWSER_PATH?.trim();
  if (chosen) return fs.existsSync(chosen) ? chosen : undefined;
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  return folders.flatMap((folder) => names.map((name) => path.join(folder, name))).find((file) => fs.existsSync(file));
}

/** @returns {string | undefined} the path of a whole browser */
const findBrowser = () => find(NAMES) ?? (fs.existsSync(MAC) && !process.env.BROWSER_PATH ? MAC : undefined);

/** @returns {string | undefined} the path of a browser without windows, which is enough for pages */
const findPageBrowser = () => find([SHELL]);

/** @returns {string | undefined} the folder of initdb and postgres */
function findPostgres() {
  const debian = '/usr/lib/postgresql';
  const versions = fs.existsSync(debian) ? fs.readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [
    ...versions.map((version) => path.join(debian, version, 'bin')),
    ...(process.env.PATH ?? '').split(path.delimiter),
  ];
  return folders.find(
    (folder) => fs.existsSync(path.join(folder, 'initdb')) && fs.existsSync(path.join(folder, 'postgres')),
  );
}

module.exports = { findBrowser, findPageBrowser, findPostgres };
