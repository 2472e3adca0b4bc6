/** The release that is live, as the registry on disk says: a pointer that moves, to snapshots that never change. */
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

const routeSchema = z.object({
  path: z.string(),
  screen: z.string(),
  audience: z.enum(['anyone', 'customer', 'vendor']),
});

/** What the server itself reads of a snapshot; the page gets all of it. */
const snapshotSchema = z.object({
  host: z
    .object({ version: z.string(), path: z.string(), html: z.string(), integrity: z.record(z.string(), z.string()) })
    .nullable(),
  remotes: z.record(
    z.string(),
    z.object({
      version: z.string(),
      path: z.string(),
      entry: z.string(),
      integrity: z.record(z.string(), z.string()),
      routes: z.array(routeSchema),
      modules: z.record(z.string(), z.array(z.string())),
    }),
  ),
});
const pointerSchema = z.object({ current: z.string().regex(/^[\w-]+$/) });

export type Snapshot = z.output<typeof snapshotSchema>;

export interface Release {
  /** The snapshot's file, word for word. */
  text: string;
  snapshot: Snapshot;
  /** The shell's page before anything is put into it. */
  html: string;
  /** Folder of the shell's build. */
  hostDirectory: string;
  /** '2.2.63': what the page's label and meta.json say. */
  version: string;
}

export class LiveRelease {
  private stamp: string | null = null;
  private release: Promise<Release | null> = Promise.resolve(null);

  constructor(private readonly distDir: string) {}

  /**
   * Looked up whenever the pointer has changed, so that a release or a rollback needs no restart.
   * @returns null before the first release
   */
  async current(): Promise<Release | null> {
    const pointer = join(this.distDir, 'registry/pointer.json');
    const found = await stat(pointer).catch(() => null);
    if (!found) return null;
    // Written anew and renamed into place, so the inode tells two releases of one millisecond apart.
    const stamp = `${found.ino} ${found.mtimeMs} ${found.size}`;
    if (stamp !== this.stamp) {
      this.stamp = stamp;
      const release = this.read(pointer);
      this.release = release;
      // A half-copied release is looked at again by the next visitor.
      release.catch(() => {
        if (this.release === release) this.stamp = null;
      });
    }
    return this.release;
  }

  private async read(pointer: string): Promise<Release | null> {
    const { current } = pointerSchema.parse(JSON.parse(await readFile(pointer, 'utf8')));
    const text = await readFile(join(this.distDir, 'registry', `${current}.json`), 'utf8');
    const snapshot = snapshotSchema.parse(JSON.parse(text));
    const { host } = snapshot;
    if (!host) return null;
    const hostDirectory = join(this.distDir, 'host', host.version);
    const html = await readFile(join(hostDirectory, host.html), 'utf8');
    return { text, snapshot, html, hostDirectory, version: host.version.replace(/-[0-9a-f]+$/, '') };
  }
}
