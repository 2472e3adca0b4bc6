// The browser of the journeys and benches: a system Chrome or Chromium. Only Node's own modules.
import { existsSync } from 'node:fs';
import path from 'node:path';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
/** Chromium without what makes a window of it: the same pages, for two thirds of the processor time. */
const SHELL = 'chromium-headless-shell';
const MAC = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';

function find(names) {
  const chosen = process.env.BROWSER_PATH?.trim();
  if (chosen) return existsSync(chosen) ? chosen : undefined;
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  return folders.flatMap((folder) => names.map((name) => path.join(folder, name))).find((file) => existsSync(file));
}

/** @returns {string | undefined} the path of a whole browser */
export const findBrowser = () => find(NAMES) ?? (existsSync(MAC) && !process.env.BROWSER_PATH ? MAC : undefined);

/** @returns {string | undefined} the path of the lighter one, for pages alone */
export const findPageBrowser = () => find([SHELL]);

/** @throws when there is none */
export function requireBrowser() {
  const found = findBrowser();
  if (!found) {
    throw new Error(
      'The journeys need a Chrome or Chromium: install one, or set BROWSER_PATH to it. npm test, run as root on Debian, installs it.',
    );
  }
  return found;
}

/** For pages alone; the whole browser where this machine has nothing lighter. */
export const requirePageBrowser = () => findPageBrowser() ?? requireBrowser();
