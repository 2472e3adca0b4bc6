// npm run screenshots [state…]: takes pictures of every screen state, on a phone and a desktop, in light and in dark, into screenshots/
// (ignored by git). It also writes the texts of each state as a screen reader reads them. testing/journeys/support/screen-states.ts lists
// the states.
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { root } from 'releases/build/apps';
import { runJourneys } from './run';

const wanted = process.argv.slice(2);
const out = path.join(root, 'screenshots');

if (wanted.length === 0) await rm(out, { recursive: true, force: true });
await mkdir(out, { recursive: true });
const { failed } = await runJourneys([
  '--config',
  'testing/journeys/screenshots.config.ts',
  ...(wanted.length > 0 ? ['-g', wanted.join('|')] : []),
]);
console.log(`The pictures are in ${path.relative(root, out)}/.`);
process.exitCode = failed > 0 ? 1 : 0;
