// Finds the browser of the journeys and benches: a system Chrome or Chromium.
import { findBrowser, findPageBrowser } from '../lib/programs.cjs';

/** @throws when this machine has none */
export function requireBrowser(): string {
  const found = findBrowser();
  if (!found) {
    throw new Error(
      'The journeys need a Chrome or Chromium: install one, or set BROWSER_PATH to it. npm test, run as root on Debian, installs it.',
    );
  }
  return found;
}

/** Finds a browser for pages alone, or the whole one if this machine has no lighter one. */
export const requirePageBrowser = (): string => findPageBrowser() ?? requireBrowser();
