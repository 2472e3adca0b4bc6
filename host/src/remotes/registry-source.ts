/**
 * Where a page has its snapshot from, and that it is the one that was released: nothing of the registry is used before
 * its signature was verified over the very bytes. The server writes the snapshot into the page; a static host has no
 * server, so there the pointer and its snapshot are fetched.
 */
import { NotReleased } from './not-released';
import type { RegistrySnapshot } from './registry';
import { isSigned } from './signature';

export interface PublishedSnapshot {
  name: string;
  text: string;
  signature: string;
  /** When the pointer that names it moved; the server's page has no pointer. */
  at?: string;
}

export interface Pointer {
  /** Name of the live snapshot. */
  current: string;
  previous: string | null;
  /** ISO 8601. */
  at: string;
  /** 'catalog@1.0.0-3f9a01c2': taken back, open pages leave it at once. */
  recalled: readonly string[];
}

const FETCH_TIMEOUT_MS = 10_000;

/** The snapshot that the server wrote into the page, byte for byte; undefined on a static host. */
export function readInlinedSnapshot(page: Document = document): PublishedSnapshot | undefined {
  const block = page.getElementById('registry');
  if (!block?.textContent) return undefined;
  const { name = '', signature = '' } = block.dataset;
  return { name, text: block.textContent, signature };
}

async function fetchText(path: string, site: string, cache: RequestCache = 'default'): Promise<string> {
  const response = await fetch(new URL(path, site), { cache, signal: AbortSignal.timeout(FETCH_TIMEOUT_MS) });
  if (!response.ok) throw new Error(`${path} answered ${response.status}.`);
  return await response.text();
}

/** Newest pointer that this browser has seen of a site; with another key it starts anew. */
const seenKey = (site: string, keys: readonly string[]) => `registry-seen ${site} ${keys[0]}`;

/**
 * A pointer that was signed once stays signed: an older one than this browser has seen was put back by somebody who cannot
 * sign. A release, a rollback too, always moves it to a later time.
 * @throws NotReleased
 */
function requireLatest({ at }: Pointer, path: string, key: string): void {
  let seen = '';
  try {
    seen = window.localStorage.getItem(key) ?? '';
    if (at > seen) window.localStorage.setItem(key, at);
  } catch {
    // A browser that remembers nothing.
  }
  if (at < seen) throw new NotReleased(`${path} is of ${at}, and one of ${seen} was live already. It was not used.`);
}

/**
 * Rejects when it cannot be had within 10 s, and, by name, when its signature is not of its content or when it is older
 * than one that this browser has seen.
 */
export async function fetchPointer(site: string, keys: readonly string[]): Promise<Pointer> {
  const path = '/registry/pointer.json';
  const { signature, ...pointer } = JSON.parse(await fetchText(path, site, 'no-cache')) as Pointer & {
    signature: string;
  };
  if (!(await isSigned(JSON.stringify(pointer), signature, keys))) throw badSignature(path);
  requireLatest(pointer, path, seenKey(site, keys));
  return pointer;
}

/**
 * Pointer, then snapshot, which were made at the same moment: an earlier snapshot is signed as well, and under this name
 * it was put back by somebody who cannot sign.
 */
export async function fetchSnapshot(site: string, keys: readonly string[]): Promise<PublishedSnapshot> {
  const { current, at } = await fetchPointer(site, keys);
  const [text, signature] = await Promise.all([
    fetchText(`/registry/${current}.json`, site),
    fetchText(`/registry/${current}.sig`, site),
  ]);
  return { name: current, at, text, signature };
}

/** Rejects, by name, what nobody with a trusted key released. */
export async function openSnapshot(
  { name, text, signature, at }: PublishedSnapshot,
  keys: readonly string[],
): Promise<RegistrySnapshot> {
  if (!(await isSigned(text, signature, keys))) throw badSignature(`The registry's snapshot ${name}`);
  const snapshot = JSON.parse(text) as RegistrySnapshot;
  if (at !== undefined && snapshot.at !== at) {
    throw new NotReleased(
      `The registry's snapshot ${name} is of ${snapshot.at}, and its pointer of ${at}. It was not used.`,
    );
  }
  return snapshot;
}

const badSignature = (what: string) =>
  new NotReleased(`${what} is not what was released: its signature does not match. It was not used.`);
