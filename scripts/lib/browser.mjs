// The browser of the journeys: a system Chrome or Chromium, or Debian's package where there is none and root asks.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
const MAC = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';

export function findBrowser() {
  const chosen = process.env.BROWSER_PATH?.trim();
  if (chosen) return existsSync(chosen) ? chosen : undefined;
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  const found = folders
    .flatMap((folder) => NAMES.map((name) => path.join(folder, name)))
    .find((file) => existsSync(file));
  return found ?? (existsSync(MAC) ? MAC : undefined);
}

/** @returns {string} the browser's path; @throws when there is none and none can be installed */
export function requireBrowser() {
  const found = findBrowser();
  if (found) return found;
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.log('No browser here: installing Debian’s chromium.');
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    spawnSync('apt-get', ['update', '-qq'], { env, stdio: 'ignore' });
    spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], { env, stdio: 'ignore' });
  }
  const installed = findBrowser();
  if (!installed) throw new Error('The journeys need a Chrome or Chromium: install one, or set BROWSER_PATH to it.');
  return installed;
}
