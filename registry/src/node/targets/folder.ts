/** A site in a folder. A write is a link or a rename; the pointer has a lock file besides. */
import { existsSync } from 'node:fs';
import { link, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Build } from '../snapshot';
import { MAPS, mapsOf } from '../source-maps';
import { PointerMoved, type Target, TargetFailed, type TargetFile } from './target';

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code;

const draftOf = (file: string) => `${file}.${process.pid}.${Math.random().toString(36).slice(2)}`;

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}

/** Attempts before a lock without a process is broken: an earlier version wrote the file first and its process afterwards. */
const NAMELESS_ATTEMPTS = 20;

/** Breaks a lock whose process died, unless another process has acquired it meanwhile. */
async function breakLock(file: string, holder: string): Promise<void> {
  const aside = draftOf(file);
  try {
    await rename(file, aside);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return;
    throw error;
  }
  if ((await readFile(aside, 'utf8')) !== holder) await link(aside, file).catch(() => {});
  await rm(aside, { force: true });
}

/**
 * Holds the lock file while `work` runs. The file is created with its process in it. A lock whose process died is broken,
 * and so is one that names no process.
 */
async function locked<Result>(file: string, work: () => Promise<Result>): Promise<Result> {
  const draft = draftOf(file);
  await writeFile(draft, String(process.pid));
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
      const pid = /^[1-9]\d*$/.test(holder) ? Number(holder) : null;
      if (pid ? !isRunning(pid) : attempt >= NAMELESS_ATTEMPTS) await breakLock(file, holder);
      if (attempt === 200) throw new Error(`${file} is held by process ${pid ?? 'unknown'}. If none runs, delete it.`);
      await new Promise((resolve) => setTimeout(resolve, 10 + Math.random() * 20));
    }
  } finally {
    await rm(draft, { force: true });
  }
  try {
    return await work();
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

/** A folder on this machine, or one that is mounted. */
export function folderTarget(directory: string): Required<Omit<Target, 'snapshots'>> {
  const fileOf = (name: string) => path.join(directory, name);
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
      const draft = draftOf(file);
      try {
        await mkdir(path.dirname(file), { recursive: true });
        await writeFile(draft, content);
        // Fails if the file exists meanwhile; a rename would replace it.
        await link(draft, file);
        return true;
      } catch (error) {
        if (codeOf(error) === 'EEXIST' && (error as NodeJS.ErrnoException).syscall === 'link') return false;
        throw unwritable(directory, error);
      } finally {
        await rm(draft, { force: true }).catch(() => {});
      }
    },
    async builds() {
      const records: (Build & { builtAt: number })[] = [];
      for (const part of await foldersIn(directory)) {
        for (const version of await foldersIn(fileOf(part))) {
          const whole = await stat(fileOf(`${part}/${version}/build.json`)).catch(() => null);
          // Left by a release that was ended. A folder with another name than a version is something else.
          const half = !whole && /^\d+\.\d+\.\d+/.test(version) && (await stat(fileOf(`${part}/${version}`)));
          const found = whole || half;
          if (found) records.push({ part, version, builtAt: found.mtimeMs });
        }
      }
      // Of a release that was ended after its maps.
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
      // A folder with the version's name is always complete.
      await rename(fileOf(`${part}/${version}`), aside).catch((error: unknown) => {
        if (codeOf(error) !== 'ENOENT') throw error;
      });
      await rm(aside, { recursive: true, force: true });
      await rm(fileOf(mapsOf({ part, version })), { recursive: true, force: true });
    },
    async swap(name, content, tag) {
      const file = fileOf(name);
      await mkdir(path.dirname(file), { recursive: true }).catch((error) => {
        throw unwritable(directory, error);
      });
      await locked(file.replace(/\.\w+$/, '.lock'), async () => {
        if (((await read(name))?.tag ?? null) !== tag) throw new PointerMoved();
        const draft = draftOf(file);
        await writeFile(draft, content);
        await rename(draft, file);
      });
    },
  };
}
