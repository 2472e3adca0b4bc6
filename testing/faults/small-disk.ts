// Mounts a disk of some megabytes in memory, which a run fills and makes read-only. Only root can mount one.
import { execFile } from 'node:child_process';
import { chmod, mkdtemp, rm, rmdir } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

export interface SmallDisk {
  folder: string;
  /** Fills the disk completely. */
  fill: () => Promise<void>;
  /** Frees the room again. */
  clear: () => Promise<void>;
  makeReadOnly: () => Promise<void>;
  close: () => Promise<void>;
}

/** @returns null if this user may not mount */
export async function mountSmallDisk(megabytes: number): Promise<SmallDisk | null> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'foodhall-disk-'));
  try {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'foodhall', folder]);
  } catch {
    await rmdir(folder);
    return null;
  }
  // PostgreSQL runs as another user than root.
  await chmod(folder, 0o777);
  const ballast = path.join(folder, 'ballast');
  return {
    folder,
    // dd ends with an error once the disk is full.
    fill: () =>
      run('dd', ['if=/dev/zero', `of=${ballast}`, 'bs=64k']).then(
        () => {},
        () => {},
      ),
    clear: () => rm(ballast, { force: true }),
    makeReadOnly: async () => void (await run('mount', ['-o', 'remount,ro', folder])),
    async close() {
      await run('umount', ['-l', folder]);
      await rmdir(folder);
    },
  };
}
