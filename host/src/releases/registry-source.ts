/**
 * Reads the registry's snapshot and proves that it is the one that was released: nothing is used before the signature
 * of its bytes is verified. The server writes the snapshot into the page. A static host has no server, so a page of it
 * fetches the pointer and its snapshot.
 */
import type { Pointer as SignedPointer } from 'releases/model/schemas';
import { isSigned } from 'releases/model/verify';
import { NotReleased, OlderThanSeen } from './not-released';
import type { Opened } from './open-verified';
import { findText } from './read-text';
import type { RegistrySnapshot } from './snapshot';

export interface PublishedSnapshot {
  name: string;
  text: string;
  signature: string;
  /** When the pointer that names it moved; undefined for the server's page, which has no pointer. */
  at?: string;
}

/** A pointer whose signature was verified. */
export type Pointer = Omit<SignedPointer, 'signature'>;

/**
 * The name that the site gives itself (config.json); undefined where it has none. A function, as a page may still be
 * fetching its configuration.
 */
export type SiteName = () => string | undefined | Promise<string | undefined>;

const UNNAMED: SiteName = () => undefined;

/** The most bytes of a pointer with its recalled releases, and of a snapshot, which a release limits to a million characters. */
const MOST_BYTES = { pointer: 1024 * 1024, snapshot: 4 * 1024 * 1024, signature: 1024 } as const;

/** The snapshot that the server wrote into the page, byte for byte; undefined on a static host. */
export function readInlinedSnapshot(page: Document = document): PublishedSnapshot | undefined {
  const block = page.getElementById('registry');
  if (!block?.textContent) return undefined;
  const { name = '', signature = '' } = block.dataset;
  return { name, text: block.textContent, signature };
}

async function fetchText(
  path: string,
  site: string,
  mostBytes: number,
  options?: { cache: RequestCache },
): Promise<string> {
  const text = await findText(path, site, mostBytes, options);
  if (text === undefined) throw new Error(`${path} responded with 404.`);
  return text;
}

/** Local keys of the times that this browser remembers of a site. With another signing key they start again. */
const timeKeys = (site: string, keys: readonly string[]) => ({
  /** The newest pointer or snapshot that it has seen. */
  seen: `registry-seen ${site} ${keys[0]}`,
  /** The newest snapshot that a page has run. */
  run: `registry-run ${site} ${keys[0]}`,
});

/** The time of the newest pointer or snapshot that this browser has seen; empty if it has seen none. */
export const newestTime = (site: string, keys: readonly string[]): string => remember(timeKeys(site, keys).seen, '');

/** @returns the time that was remembered before; empty if none was */
function remember(key: string, at: string): string {
  try {
    const before = window.localStorage.getItem(key) ?? '';
    if (at > before) window.localStorage.setItem(key, at);
    return before;
  } catch {
    // The browser refuses storage.
    return '';
  }
}

/**
 * The signature of a pointer never expires, so an attacker without the key can restore an older pointer. Releases and
 * rollbacks always move it to a later time: one that is older than this browser has seen is refused.
 * @throws OlderThanSeen
 */
function requireLatest({ at }: Pointer, path: string, key: string): void {
  const seen = remember(key, at);
  if (at < seen) throw new OlderThanSeen(`${path} is of ${at}, and one of ${seen} was live already. It was not used.`);
}

/**
 * Two sites may have one key, such as staging and production: a registry that was signed for one is refused by the
 * other. A registry from before sites had names has none.
 * @throws NotReleased
 */
async function requireSite({ site }: { site?: string | undefined }, what: string, nameOf: SiteName): Promise<void> {
  const own = site === undefined ? undefined : await nameOf();
  if (own !== undefined && site !== own)
    throw new NotReleased(`${what} was signed for ${site}, and this site is ${own}. It was not used.`);
}

/**
 * @throws NotReleased if its signature does not match, if it was signed for another site, or if it is older than one that
 * this browser has seen
 * @throws if it does not arrive within 10 s
 */
export async function fetchPointer(
  site: string,
  keys: readonly string[],
  nameOf: SiteName = UNNAMED,
): Promise<Pointer> {
  const path = '/registry/pointer.json';
  const { signature, ...pointer } = JSON.parse(
    await fetchText(path, site, MOST_BYTES.pointer, { cache: 'no-cache' }),
  ) as SignedPointer;
  if (!(await isSigned(JSON.stringify(pointer), signature, keys))) throw badSignature(path);
  // The site is checked before the time is remembered, since a later time would refuse the site's own pointer.
  await requireSite(pointer, path, nameOf);
  requireLatest(pointer, path, timeKeys(site, keys).seen);
  return pointer;
}

/**
 * Fetches the pointer, then its snapshot. An earlier snapshot is signed as well, so an attacker without the key could
 * store one under the live name. `openSnapshot` therefore compares the times, which a release makes equal.
 */
export async function fetchSnapshot(
  site: string,
  keys: readonly string[],
  nameOf: SiteName = UNNAMED,
): Promise<PublishedSnapshot> {
  const { current, at } = await fetchPointer(site, keys, nameOf);
  const [text, signature] = await Promise.all([
    fetchText(`/registry/${current}.json`, site, MOST_BYTES.snapshot),
    fetchText(`/registry/${current}.sig`, site, MOST_BYTES.signature),
  ]);
  return { name: current, at, text, signature };
}

/** @throws NotReleased if no trusted key signed it, if it was signed for another site, or is of another time than its pointer */
export async function openSnapshot(
  { name, text, signature, at }: PublishedSnapshot,
  keys: readonly string[],
  nameOf: SiteName = UNNAMED,
): Promise<RegistrySnapshot> {
  if (!(await isSigned(text, signature, keys))) throw badSignature(`The registry's snapshot ${name}`);
  const snapshot = JSON.parse(text) as RegistrySnapshot;
  await requireSite(snapshot, `The registry's snapshot ${name}`, nameOf);
  if (at !== undefined && snapshot.at !== at) {
    throw new NotReleased(
      `The registry's snapshot ${name} is of ${snapshot.at}, and its pointer of ${at}. It was not used.`,
    );
  }
  return snapshot;
}

/**
 * The snapshot that a page runs: the one that it contains, else the live one. The signature of a page's snapshot never
 * expires either, so one that is older than the newest that this browser has seen is replaced by the live one. The
 * worker responds with the cached page until it has the next: such a page may be older than the pointer, but never
 * older than what this browser has run.
 * @param inlined from readInlinedSnapshot; undefined on a static host and in a page of another site
 * @throws NotReleased if no trusted key signed it, or if the live one is too old as well
 */
export async function openRegistry(
  inlined: PublishedSnapshot | undefined,
  site: string,
  keys: readonly string[],
  nameOf: SiteName = UNNAMED,
): Promise<Opened> {
  const times = timeKeys(site, keys);
  const registry = inlined && (await openSnapshot(inlined, keys, nameOf));
  if (inlined && registry) {
    const seen = remember(times.seen, registry.at);
    const run = remember(times.run, registry.at);
    const isUnderWorker = 'serviceWorker' in navigator && navigator.serviceWorker.controller !== null;
    if (registry.at >= (isUnderWorker ? run : seen)) return { ...inlined, registry };
    console.warn(`The page's snapshot ${inlined.name} is of ${registry.at}, and a later one was live already.`);
  }
  const fetched = await fetchSnapshot(site, keys, nameOf);
  const live = await openSnapshot(fetched, keys, nameOf);
  remember(times.run, live.at);
  return { name: fetched.name, text: fetched.text, registry: live };
}

const badSignature = (what: string) =>
  new NotReleased(`${what} is not what was released: its signature does not match. It was not used.`);
