// The registry on disk: immutable snapshots, and one small pointer that moves by compare-and-swap.
import { existsSync } from 'node:fs';
import { mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { readJson } from './parts.mjs';
import { emptySnapshot, movedPointer, nameOf, problemsOf, versionIn, withBuilds } from './registry.mjs';

const folderOf = (out) => path.join(out, 'registry');
const pointerOf = (out) => path.join(folderOf(out), 'pointer.json');

/** Somebody else moved the pointer between reading and writing it. */
export class PointerMoved extends Error {
  constructor() {
    super('Another release went live at the same moment. Nothing was changed; try again.');
    this.name = 'PointerMoved';
  }
}

/** The release was refused; the message holds every reason. */
export class ReleaseRefused extends Error {
  constructor(problems) {
    super(problems.join('\n'));
    this.name = 'ReleaseRefused';
  }
}

/** @returns {Promise<import('./registry.mjs').Pointer | null>} null before the first release */
export async function readPointer(out) {
  return existsSync(pointerOf(out)) ? await readJson(pointerOf(out)) : null;
}

/** @returns {Promise<import('./registry.mjs').Snapshot>} */
export async function readSnapshot(out, name) {
  return await readJson(folderOf(out), `${name}.json`);
}

/** The live snapshot; an empty one before the first release. */
export async function readLive(out) {
  const pointer = await readPointer(out);
  return { pointer, snapshot: pointer ? await readSnapshot(out, pointer.current) : emptySnapshot() };
}

/** The live snapshot and those before it, newest first; ends where a file is missing. */
export async function* readHistory(out) {
  let name = (await readPointer(out))?.current;
  while (name && existsSync(path.join(folderOf(out), `${name}.json`))) {
    const snapshot = await readSnapshot(out, name);
    yield snapshot;
    name = snapshot.parent;
  }
}

async function writeWhole(file, text) {
  const draft = `${file}.${process.pid}.${Math.random().toString(36).slice(2)}`;
  await writeFile(draft, text);
  await rename(draft, file);
}

function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/** Holds the lock file while `work` runs. A lock whose process died is taken over. */
async function locked(out, work) {
  const file = path.join(folderOf(out), 'pointer.lock');
  for (let attempt = 0; ; attempt += 1) {
    try {
      const handle = await open(file, 'wx');
      await handle.writeFile(String(process.pid));
      await handle.close();
      break;
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
      const holder = Number(await readFile(file, 'utf8').catch(() => ''));
      if (holder && !isRunning(holder)) await rm(file, { force: true });
      if (attempt === 200)
        throw new Error(`${file} is held by process ${holder || 'unknown'}. If none runs, delete it.`);
      await new Promise((resolve) => setTimeout(resolve, 10 + Math.random() * 20));
    }
  }
  try {
    return await work();
  } finally {
    await rm(file, { force: true });
  }
}

/**
 * Writes `next` unless the pointer has moved since `expected` was read.
 * @param {string} out the dist folder
 * @param {import('./registry.mjs').Pointer | null} expected
 * @param {import('./registry.mjs').Pointer} next
 * @throws {PointerMoved}
 */
export async function swapPointer(out, expected, next) {
  await mkdir(folderOf(out), { recursive: true });
  await locked(out, async () => {
    const now = await readPointer(out);
    if (JSON.stringify(now) !== JSON.stringify(expected)) throw new PointerMoved();
    await writeWhole(pointerOf(out), `${JSON.stringify(next, null, 2)}\n`);
  });
}

/**
 * Makes builds live as one new snapshot. Two releases at once both land: the later one is made again on top of the
 * earlier one's snapshot.
 * @param {string} out the dist folder
 * @param {object[]} builds records of build.json
 * @param {(recalled: string[]) => string[]} [recall] what the pointer recalls afterwards
 * @returns {Promise<{name: string, snapshot: import('./registry.mjs').Snapshot, changed: boolean}>}
 * @throws {ReleaseRefused} when the snapshot would have problems; nothing has changed then
 * @throws {PointerMoved} after five lost races
 */
export async function goLive(out, builds, recall = (recalled) => recalled) {
  for (let attempt = 1; ; attempt += 1) {
    const { pointer, snapshot } = await readLive(out);
    if (pointer && builds.every(({ part, version }) => versionIn(snapshot, part) === version)) {
      return { name: pointer.current, snapshot, changed: false };
    }
    const next = withBuilds(snapshot, pointer?.current ?? null, builds);
    const problems = problemsOf(next);
    if (problems.length > 0) throw new ReleaseRefused(problems);
    const name = nameOf(next);
    await mkdir(folderOf(out), { recursive: true });
    await writeWhole(path.join(folderOf(out), `${name}.json`), JSON.stringify(next));
    try {
      await swapPointer(out, pointer, movedPointer(pointer, name, recall(pointer?.recalled ?? [])));
      return { name, snapshot: next, changed: true };
    } catch (error) {
      if (!(error instanceof PointerMoved) || attempt === 5) throw error;
    }
  }
}
