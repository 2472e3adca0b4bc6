/**
 * Where a page has its snapshot from, and that it is the one that was released: nothing of the registry is used before
 * its signature was verified over the very bytes. The server writes the snapshot into the page; a static host has no
 * server, so there the pointer and its snapshot are fetched.
 */
import type { Pointer as SignedPointer } from 'registry/model';
import { isSigned } from 'registry/verify';
import { NotReleased } from './not-released';
import type { RegistrySnapshot } from './snapshot';

export interface PublishedSnapshot {
  name: string;
  text: string;
  signature: string;
  /** When the pointer that names it moved; the server's page has no pointer. */
  at?: string;
}

/** A pointer whose signature was verified. */
export type Pointer = Omit<SignedPointer, 'signature'>;

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

/** Times that this browser remembers of a site, by key: with another key they start again. */
const timesOf = (site: string, keys: readonly string[]) => ({
  /** Of the newest pointer or snapshot that it has seen. */
  seen: `registry-seen ${site} ${keys[0]}`,
  /** Of the newest snapshot that a page has run. */
  run: `registry-run ${site} ${keys[0]}`,
});

/** @returns the time that was remembered before; empty where none was */
function remember(key: string, at: string): string {
  try {
    const before = window.localStorage.getItem(key) ?? '';
    if (at > before) window.localStorage.setItem(key, at);
    return before;
  } catch {
    // A browser that remembers nothing.
    return '';
  }
}

/**
 * A pointer that was signed once stays signed: an older one than this browser has seen was put back by somebody who cannot
 * sign. A release, a rollback too, always moves it to a later time.
 * @throws NotReleased
 */
function requireLatest({ at }: Pointer, path: string, key: string): void {
  const seen = remember(key, at);
  if (at < seen) throw new NotReleased(`${path} is of ${at}, and one of ${seen} was live already. It was not used.`);
}

/**
 * Rejects when it cannot be had within 10 s, and, by name, when its signature is not of its content or when it is older
 * than one that this browser has seen.
 */
export async function fetchPointer(site: string, keys: readonly string[]): Promise<Pointer> {
  const path = '/registry/pointer.json';
  const { signature, ...pointer } = JSON.parse(await fetchText(path, site, 'no-cache')) as SignedPointer;
  if (!(await isSigned(JSON.stringify(pointer), signature, keys))) throw badSignature(path);
  requireLatest(pointer, path, timesOf(site, keys).seen);
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

/**
 * The snapshot that a page runs: the one inside it, or the live one where it has none. A snapshot in the page is signed
 * for ever, as pointers are, so one from before the newest that this browser has seen gives way to the live one. Under the
 * worker, which answers with the page that it kept until it has the next, it may be older than the pointer, but never
 * older than what this browser has run.
 * @param inlined from readInlinedSnapshot; undefined on a static host and in another site's page
 * @throws NotReleased for what nobody with a trusted key released, and where the live one is older as well
 */
export async function openRegistry(
  inlined: PublishedSnapshot | undefined,
  site: string,
  keys: readonly string[],
): Promise<{ name: string; registry: RegistrySnapshot }> {
  const times = timesOf(site, keys);
  const registry = inlined && (await openSnapshot(inlined, keys));
  if (inlined && registry) {
    const seen = remember(times.seen, registry.at);
    const run = remember(times.run, registry.at);
    const isUnderWorker = 'serviceWorker' in navigator && navigator.serviceWorker.controller !== null;
    if (registry.at >= (isUnderWorker ? run : seen)) return { name: inlined.name, registry };
    console.warn(`The page's snapshot ${inlined.name} is of ${registry.at}, and a later one was live already.`);
  }
  const fetched = await fetchSnapshot(site, keys);
  const live = await openSnapshot(fetched, keys);
  remember(times.run, live.at);
  return { name: fetched.name, registry: live };
}

const badSignature = (what: string) =>
  new NotReleased(`${what} is not what was released: its signature does not match. It was not used.`);
