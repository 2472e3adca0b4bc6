/** What the shell's page says of itself: the snapshot inside it, and the files it starts with. */
import type { HostRelease, PreviousRelease, RemoteRelease } from 'registry/model';

/** What the worker reads of the registry's snapshot. */
export interface PageSnapshot {
  host: Pick<HostRelease, 'version' | 'path'> | null;
  remotes: Readonly<Record<string, Pick<RemoteRelease, 'version' | 'path' | 'entry' | 'modules'>>>;
  /** Releases for some visitors, and previous ones: this browser may run either. */
  offers: readonly { release: Pick<RemoteRelease, 'path'> }[];
  kept: Readonly<Record<string, readonly Pick<PreviousRelease, 'path'>[]>>;
}

/** Throws when the page carries no snapshot: then it is not the shell's. */
export function readSnapshot(html: string): PageSnapshot {
  const [, text] = /<script type="application\/json" id="registry"[^>]*>(.*?)<\/script>/s.exec(html) ?? [];
  if (!text) throw new Error('The page carries no snapshot.');
  return JSON.parse(text) as PageSnapshot;
}

/**
 * The files without which this page would not open offline: the shell's own, and those of the remotes in use. A remote
 * that this browser never needed is not fetched for it.
 */
export function filesOf(html: string, inUse: ReadonlySet<string>): string[] {
  const shell = [...html.matchAll(/(?:src|href)="?(\/parts\/host\/[^"\s>]+)/g)].map(([, file = '']) => file);
  const remotes = Object.entries(readSnapshot(html).remotes).filter(([name]) => inUse.has(name));
  const files = remotes.flatMap(([, { path, entry, modules }]) =>
    [entry, ...Object.values(modules).flat()].map((file) => path + file),
  );
  return [...new Set([...shell, ...files])];
}

/** Where the builds of this page lie: what is kept outside of them is of an earlier release. */
export function foldersOf({ host, remotes, offers, kept }: PageSnapshot): string[] {
  const releases = [...Object.values(remotes), ...offers.map(({ release }) => release), ...Object.values(kept).flat()];
  return [...(host ? [host.path] : []), ...releases.map(({ path }) => path)];
}

/** '/parts/catalog/1.0.0-3f9a01c2/x.js' is of 'catalog'. */
export function partOf(pathname: string): string | undefined {
  return /^\/parts\/([\w-]+)\//.exec(pathname)?.[1];
}

/** The recalled versions that a page runs on. */
export function recalledIn({ host, remotes }: PageSnapshot, recalled: readonly string[]): string[] {
  const running = Object.entries(remotes).map(([name, { version }]) => `${name}@${version}`);
  if (host) running.push(`host@${host.version}`);
  return running.filter((version) => recalled.includes(version));
}
