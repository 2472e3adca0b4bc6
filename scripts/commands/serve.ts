// npm run serve: runs the site for customers. It has no demo, no sandbox and no restarts: a service manager starts it again if it ends.

import { runCommand } from 'releases/commands/run-command';
import { stopOnSignal } from 'releases/commands/stop-on-signal';
import { readPort, requireFreePort, StartError } from 'releases/dev/ports';
import { readLive } from 'releases/store/read-live';
import { folderTarget } from 'releases/store/targets/folder';
import { processEnv } from 'settings/environment';
import { GRACE_MS, READY, startProgram, waitForLine } from '../site/children';
import { readDistDir } from '../site/site';

const EMBEDDED = `This site keeps its orders in the embedded database of DATA_DIR. It is for trials and small sites: it never calls
fsync, so a power cut can lose the latest orders, and one process alone can use it. Set DATABASE_URL to a PostgreSQL where that matters.`;

/** @throws {StartError} where no shell is live. Only a release makes one live. */
async function requireRelease(distDir: string): Promise<void> {
  const { snapshot } = await readLive(folderTarget(distDir));
  if (snapshot.host) return;
  throw new StartError(
    `Nothing is live in ${distDir}. Build and release the site first: npm run release -- --all. DIST_DIR names another folder.`,
  );
}

/** Runs the site until a signal stops it. @throws {StartError} with a line for every setting that is missing or wrong */
export async function serve(): Promise<void> {
  const distDir = readDistDir();
  await requireRelease(distDir);
  await requireFreePort(readPort('PORT', 8080), 'PORT');
  const { onLine, seen } = waitForLine(READY);
  // The API's output before it is ready explains why it does not become ready.
  let early: string[] | null = [];
  // The API reports a value that is not a number.
  const drainSeconds = Number(processEnv.DRAIN_SECONDS?.trim()) || 0;
  const program = startProgram('api/src/production.ts', {
    env: { DIST_DIR: distDir },
    graceMs: drainSeconds * 1_000 + GRACE_MS,
    onLine: (line) => {
      onLine(line);
      if (early) early.push(line);
      else console.log(line);
    },
  });
  let isStopping = false;
  stopOnSignal(async () => {
    isStopping = true;
    await program.stop();
  });
  const ending = program.ended.then((code) => {
    // After a stop that was asked for, stopOnSignal ends this process.
    if (!isStopping) process.exitCode = code || 1;
  });
  const isReady = await Promise.race([seen, ending.then(() => false)]);
  if (!isReady && isStopping) return;
  if (!isReady) throw new StartError(early.join('\n').trim() || 'The API ended before it was ready.');
  if (!processEnv.DATABASE_URL?.trim()) console.log(EMBEDDED);
  console.log(early.join('\n'));
  early = null;
  await ending;
}

await runCommand(import.meta.url, serve);
