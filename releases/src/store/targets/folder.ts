/** A site in a folder. Each write is a link or a rename. The pointer also has a lock file. */
import { existsSync } from 'node:fs';
import { link, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import path from 'node:path';
import type { Build } from '../snapshot';
import { MAPS, mapsOf } from '../source-maps';
import { PointerMoved, type Target, TargetFailed, type TargetFile } from './target';

/** Matches the folder of a build that is being made or removed: '.1.0.0-3f9a01c2-4711'. */
const HIDDEN_BUILD = /^\.\d+\.\d+\.\d+.*-(\d+|pruned)$/;

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code;

/** The folder of files that are being written. A process that is killed meanwhile leaves them here, and never in a build. */
const DRAFTS = '.drafts';

const newName = () => `${process.pid}.${Math.random().toString(36).slice(2)}`;

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}

/**
 * A lock of another machine or container is broken after this time, in milliseconds, since its process cannot be seen. A swap takes less
 * than a millisecond.
 */
const FOREIGN_LIFETIME_MS = 60_000;

/** Breaks a lock whose process died, unless another process has acquired it meanwhile. */
async function breakLock(file: string, holder: string, aside: string): Promise<void> {
  try {
    await rename(file, aside);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return;
    throw error;
  }
  if ((await readFile(aside, 'utf8')) !== holder) await link(aside, file).catch(() => {});
  await rm(aside, { force: true });
}

/** Writes a file beside the builds. @returns its path */
type NewDraft = (content: string | Buffer) => Promise<string>;

/** For each lock, the last call in this process that holds it or waits for it. */
const waiting = new Map<string, Promise<unknown>>();

/**
 * Holds the lock file while `work` runs. The calls of this process wait for each other. So if a lock with this process's number and host is
 * found, an ended process left it: in a container, each start has the same number.
 */
async function locked(file: string, newDraft: NewDraft, work: () => Promise<void>): Promise<void> {
  const before = waiting.get(file) ?? Promise.resolve();
  const own = before.then(() => lockedOnce(file, newDraft, work));
  const settled = own.catch(() => {});
  waiting.set(file, settled);
  await own.finally(() => waiting.get(file) === settled && waiting.delete(file));
}

/** Tells whether the holder of a lock has ended. @param holder '4711 hall-1' */
async function isDead(file: string, holder: string): Promise<boolean> {
  const [digits, host] = holder.split(' ');
  const pid = Number(digits);
  if (host === hostname()) return pid === process.pid || !isRunning(pid);
  const found = await stat(file).catch(() => null);
  return found !== null && found.mtimeMs < Date.now() - FOREIGN_LIFETIME_MS;
}

/**
 * Creates the lock file with the number and host of this process. It breaks a lock whose process has ended, and an old lock of another
 * host.
 */
async function lockedOnce(file: string, newDraft: NewDraft, work: () => Promise<void>): Promise<void> {
  const draft = await newDraft(`${process.pid} ${hostname()}`);
  try {
    for (let attempt = 0; ; attempt += 1) {
      try {
        await link(draft, file);
        break;
      } catch (error) {
        if (codeOf(error) !== 'EEXIST') throw error;
      }
      const holder = await readFile(file, 'utf8').catch(() => null);
      if (holder === null) continue;
      if (await isDead(file, holder)) await breakLock(file, holder, `${draft}.broken`);
      if (attempt === 200) throw new Error(`${file} is held by process ${holder}. If none runs, delete it.`);
      await new Promise((resolve) => setTimeout(resolve, 10 + Math.random() * 20));
    }
  } finally {
    await rm(draft, { force: true });
  }
  try {
    await work();
  } finally {
    await rm(file, { force: true });
  }
}

async function foldersIn(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isDirectory() && !entry.name.startsWith('.')).map(({ name }) => name);
}

/** The message for a folder that cannot be written: it is no folder, has another owner, is read-only or full. */
const unwritable = (place: string, error: unknown): unknown =>
  (error as NodeJS.ErrnoException).syscall ? new TargetFailed(`${place} cannot be written (${codeOf(error)})`) : error;

/** The error codes of a file that cannot be linked: it is on another disk, its disk has no links, or it has too many. */
const UNLINKED = ['EXDEV', 'EPERM', 'ENOTSUP', 'EMLINK'];

/** @param make makes the file. Its folder may not exist yet */
async function inFolderOf(file: string, make: () => Promise<void>): Promise<void> {
  try {
    await make();
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
    await mkdir(path.dirname(file), { recursive: true });
    await make();
  }
}

/** @returns false if the file exists already, which stays unchanged. A rename would replace it */
async function linkedOnce(from: string, file: string): Promise<boolean> {
  try {
    await inFolderOf(file, () => link(from, file));
    return true;
  } catch (error) {
    if (codeOf(error) !== 'EEXIST' || (error as NodeJS.ErrnoException).syscall !== 'link') throw error;
    return false;
  }
}

/** A folder on this machine, or one that is mounted. */
export function folderTarget(directory: string): Required<Omit<Target, 'snapshots'>> {
  const fileOf = (name: string) => path.join(directory, name);
  const newDraft = async (content: string | Buffer) => {
    const draft = path.join(fileOf(DRAFTS), newName());
    await inFolderOf(draft, () => writeFile(draft, content)).catch(async (error) => {
      await rm(draft, { force: true }).catch(() => {});
      throw unwritable(directory, error);
    });
    return draft;
  };
  const read = async (name: string): Promise<TargetFile | null> => {
    const body = await readFile(fileOf(name)).catch((error: unknown) => {
      if (codeOf(error) === 'ENOENT') return null;
      throw new Error(`${fileOf(name)} cannot be read (${codeOf(error)}).`);
    });
    return body && { body, text: body.toString(), tag: body.toString() };
  };
  return {
    place: directory,
    isStaticHost: false,
    read,
    async writeIfAbsent(name, content) {
      const file = fileOf(name);
      if (existsSync(file)) return false;
      const draft = await newDraft(content);
      try {
        return await linkedOnce(draft, file);
      } catch (error) {
        throw unwritable(directory, error);
      } finally {
        await rm(draft, { force: true }).catch(() => {});
      }
    },
    async linkIfAbsent(name, from) {
      try {
        return await linkedOnce(from, fileOf(name));
      } catch (error) {
        if (UNLINKED.includes(codeOf(error) ?? '')) return await this.writeIfAbsent(name, await readFile(from));
        throw unwritable(directory, error);
      }
    },
    async builds() {
      const records: (Build & { builtAt: number })[] = [];
      for (const part of await foldersIn(directory)) {
        for (const version of await foldersIn(fileOf(part))) {
          const whole = await stat(fileOf(`${part}/${version}/build.json`)).catch(() => null);
          // An ended release left this folder. A folder whose name is no version is something else.
          const half = !whole && /^\d+\.\d+\.\d+/.test(version) && (await stat(fileOf(`${part}/${version}`)));
          const found = whole || half;
          if (found) records.push({ part, version, builtAt: found.mtimeMs });
        }
      }
      // A release that was killed after it had written its maps leaves a folder of maps alone.
      for (const part of await foldersIn(fileOf(MAPS))) {
        for (const version of await foldersIn(fileOf(`${MAPS}/${part}`))) {
          if (existsSync(fileOf(`${part}/${version}`))) continue;
          const found = await stat(fileOf(mapsOf({ part, version })));
          records.push({ part, version, builtAt: found.mtimeMs });
        }
      }
      return records;
    },
    async remove({ part, version }) {
      const aside = fileOf(`${part}/.${version}-pruned`);
      // The folder is renamed first, so that a folder with the version's name is always complete.
      await rename(fileOf(`${part}/${version}`), aside).catch((error: unknown) => {
        if (codeOf(error) !== 'ENOENT') throw error;
      });
      await rm(aside, { recursive: true, force: true });
      await rm(fileOf(mapsOf({ part, version })), { recursive: true, force: true });
    },
    async removeLeftovers(before) {
      const drafts = (await readdir(fileOf(DRAFTS)).catch(() => [])).map((name) => `${DRAFTS}/${name}`);
      const found = [...drafts];
      for (const parent of ['.', MAPS]) {
        for (const part of await foldersIn(fileOf(parent))) {
          // A build that is being made or removed has a name that begins with a dot, and so have its maps.
          const entries = await readdir(fileOf(`${parent}/${part}`), { withFileTypes: true });
          const hidden = entries.filter((entry) => entry.isDirectory() && HIDDEN_BUILD.test(entry.name));
          found.push(...hidden.map((entry) => `${parent}/${part}/${entry.name}`));
        }
      }
      for (const name of found) {
        const { mtimeMs } = (await stat(fileOf(name)).catch(() => null)) ?? {};
        if (mtimeMs !== undefined && mtimeMs < before) await rm(fileOf(name), { recursive: true, force: true });
      }
    },
    async swap(name, content, tag) {
      const file = fileOf(name);
      await mkdir(path.dirname(file), { recursive: true }).catch((error) => {
        throw unwritable(directory, error);
      });
      await locked(file.replace(/\.\w+$/, '.lock'), newDraft, async () => {
        if (((await read(name))?.tag ?? null) !== tag) throw new PointerMoved();
        await rename(await newDraft(content), file);
      });
    },
  };
}
