/** What is live, as the registry on disk says: a pointer that moves, to snapshots that never change. */
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { messageOf } from '../errors';

const routeSchema = z.object({
  path: z.string(),
  screen: z.string(),
  audience: z.enum(['anyone', 'customer', 'vendor']),
});

const versionedSchema = z.object({
  version: z.string().regex(/^[\w.-]+$/),
  path: z.string(),
  integrity: z.record(z.string(), z.string()),
  contract: z.string(),
  packages: z.record(z.string(), z.string()),
  events: z.array(z.string()),
});
const hostSchema = versionedSchema.extend({ html: z.string(), embed: z.string(), slots: z.array(z.string()) });
const remoteSchema = versionedSchema.extend({
  entry: z.string(),
  slots: z.array(z.object({ slot: z.string() })),
  routes: z.array(routeSchema),
  modules: z.record(z.string(), z.array(z.string())),
});
const keptSchema = versionedSchema.omit({ integrity: true }).extend({ slots: z.array(z.string()), record: z.string() });

const offerSchema = z.object({
  since: z.string(),
  channel: z.string().optional(),
  percent: z.number().optional(),
});

/** What the server itself reads of a snapshot; the page gets all of it. */
const snapshotSchema = z.object({
  schema: z.literal(2),
  host: hostSchema.nullable(),
  remotes: z.record(z.string(), remoteSchema),
  offers: z.array(
    z.union([
      offerSchema.extend({ part: z.literal('host'), release: hostSchema }),
      offerSchema.extend({ part: z.string(), release: remoteSchema }),
    ]),
  ),
  kept: z.record(z.string(), z.array(keptSchema)),
});
const pointerSchema = z.object({ current: z.string().regex(/^[\w-]+$/) });

export type Host = z.output<typeof hostSchema>;
export type Remote = z.output<typeof remoteSchema>;
export type Snapshot = z.output<typeof snapshotSchema> & { host: Host };

export interface Release {
  name: string;
  /** The snapshot's file, word for word, and its signature in base64. */
  text: string;
  signature: string;
  snapshot: Snapshot;
  /** The page of a shell before anything is put into it. */
  pageOf: (host: Host) => Promise<string>;
  /** Folder of everybody's shell. */
  hostDirectory: string;
  /** '2.2.63': what the page's label and meta.json say. */
  version: string;
}

export class LiveRelease {
  private stamp: string | null = null;
  private release: Promise<Release | null> = Promise.resolve(null);
  /** The last that could be read. */
  private known: Release | null = null;

  constructor(private readonly distDir: string) {}

  /**
   * Looked up whenever the pointer has changed, so that a release or a rollback needs no restart. While a snapshot cannot
   * be read, the one before it is served.
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
      release.then(
        (read) => {
          this.known = read;
        },
        () => {
          if (this.release === release) this.stamp = null;
        },
      );
    }
    return this.release.catch((error: unknown) => {
      if (!this.known) throw error;
      console.error(`site: snapshot ${this.known.name} goes on being served (${messageOf(error)})`);
      return this.known;
    });
  }

  private async read(pointer: string): Promise<Release | null> {
    const { current: name } = pointerSchema.parse(JSON.parse(await readFile(pointer, 'utf8')));
    const file = join(this.distDir, 'registry', name);
    const [text, signature] = await Promise.all([readFile(`${file}.json`, 'utf8'), readFile(`${file}.sig`, 'utf8')]);
    const { host, ...snapshot } = snapshotSchema.parse(JSON.parse(text));
    if (!host) return null;
    const directoryOf = ({ version }: Host) => join(this.distDir, 'host', version);
    const pageOf = (shell: Host) => readFile(join(directoryOf(shell), shell.html), 'utf8');
    // A shell whose page is not there must not become what visitors get.
    await pageOf(host);
    return {
      name,
      text,
      signature,
      snapshot: { ...snapshot, host },
      pageOf,
      hostDirectory: directoryOf(host),
      version: host.version.replace(/-[0-9a-f]+$/, ''),
    };
  }
}
