// The browser of the journeys and benches: a system Chrome or Chromium, or Debian's package where there is none and root asks.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
/** Chromium without what makes a window of it: the same pages, for two thirds of the processor time. */
const SHELL = 'chromium-headless-shell';
const MAC = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';

function findBrowser(names) {
  const chosen = process.env.BROWSER_PATH?.trim();
  if (chosen) return existsSync(chosen) ? chosen : undefined;
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  const found = folders
    .flatMap((folder) => names.map((name) => path.join(folder, name)))
    .find((file) => existsSync(file));
  return found ?? (existsSync(MAC) ? MAC : undefined);
}

/** @returns {string} the browser's path; @throws when there is none and none can be installed */
export function requireBrowser() {
  const found = findBrowser(NAMES);
  if (found) return found;
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.log('No browser here: installing Debian’s chromium.');
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    spawnSync('apt-get', ['update', '-qq'], { env, stdio: 'ignore' });
    spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], { env, stdio: 'ignore' });
  }
  const installed = findBrowser(NAMES);
  if (!installed) throw new Error('The journeys need a Chrome or Chromium: install one, or set BROWSER_PATH to it.');
  return installed;
}

/** For pages alone; the whole browser where this machine has nothing lighter. */
export const requirePageBrowser = () => findBrowser([SHELL, ...NAMES]) ?? requireBrowser();
