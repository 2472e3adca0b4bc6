/**
 * Verifies what is live by the metadata of The Update Framework (docs/decisions/registry.md). Pages load this code after their first
 * screen, or before they run a snapshot that is new to a browser with a memory of the site.
 */
import { type Trusted, updateMetadata, type Verified } from 'releases/model/metadata';
import type { Snapshot } from 'releases/model/schemas';
import { sha256 } from 'releases/model/sha256';
import { requireVouched } from 'releases/model/vouched-builds';
import { NotReleased } from './not-released';
import type { Opened } from './open-verified';
import { findText, Unreachable } from './read-text';
import { type Remembered, readMemory, rememberTrusted, writeMemory } from './verified-memory';

const HOUR_MS = 3_600_000;
/** A site may not set a longer grace time, since its configuration is not signed. */
const MOST_GRACE_HOURS = 168;
const MOST_ROOT_BYTES = 64 * 1024;

export interface LiveOptions extends Remembered {
  /** For so many hours after their end, metadata are still used. */
  graceHours: number;
  /** The newest signed time that this browser has seen, ISO 8601, or an empty text. */
  notBefore: string;
  /** The root that a signed snapshot names, for a browser without a memory of the site. */
  root?: Snapshot['root'] | undefined;
  /** The text of a snapshot that may be the live one, so that it is not requested again. */
  text?: string | undefined;
  /** The time limit of each request in ms. */
  timeoutMs?: number | undefined;
}

export interface Live {
  /** The name of the live snapshot. */
  name: string;
  text: string;
}

/**
 * Updates the metadata, and stores what was verified. A browser caches metadata for a year, so its cache may have a file that an attacker
 * served for a moment. After a refusal, it therefore requests each file once more, past the cache.
 * @returns the live snapshot of the registry. Each build in it is vouched for by its team
 * @throws {Unreachable} without a connection
 * @throws if anything is not as the keys of the site say. What was verified before stays
 */
export async function verifyLive(options: LiveOptions): Promise<Live> {
  try {
    return await verifyFrom('default', options);
  } catch (error) {
    if (error instanceof Unreachable) throw error;
    return await verifyFrom('reload', options);
  }
}

/** @param cacheMode the cache mode of requests for files that never change */
async function verifyFrom(cacheMode: RequestCache, options: LiveOptions): Promise<Live> {
  const { site, text, timeoutMs } = options;
  const trusted = readMemory(options)?.trusted ?? (await firstTrusted(options));
  const verified = await updateMetadata({
    trusted,
    now: presentTime(options),
    graceMs: graceMsOf(options),
    keep: (next) => rememberTrusted(options, next),
    read: (name, mostBytes) => {
      // The next root is an address without a file until there is one.
      const cache = /^timestamp\.|\.root\./.test(name) ? 'no-store' : cacheMode;
      return findText(`/registry/tuf/${encodeURIComponent(name)}`, site, mostBytes, { cache, timeoutMs });
    },
  });
  const live = await textOf(verified.live, { site, text, timeoutMs });
  await requireVouched(JSON.parse(live), verified.vouched);
  writeMemory(options, {
    trusted: verified.trusted,
    live: verified.live,
    expires: verified.expires,
    run: readMemory(options)?.run,
  });
  return { name: nameOf(verified.live), text: live };
}

/** A page of the worker shows itself within a few seconds, also on a slow network. */
const WORKER_TIMEOUT_MS = 3000;

/**
 * Decides what a page runs whose snapshot this browser has not verified: the live snapshot, or else the one that it verified last.
 * @param opened the page's own snapshot. Its signature was verified
 * @throws NotReleased if nothing can be verified
 */
export async function takeUp(opened: Opened, options: LiveOptions, isUnderWorker: boolean): Promise<Opened> {
  try {
    const timeoutMs = isUnderWorker ? WORKER_TIMEOUT_MS : undefined;
    return openedOf(await verifyLive({ ...options, text: opened.text, timeoutMs }));
  } catch (error) {
    // The server signed the page of the worker, and without a connection there is no other one.
    if (isUnderWorker && error instanceof Unreachable) return opened;
    console.warn('What is live could not be verified, so the page runs what was verified last', error);
    const last = await readLast(options).catch(() => undefined);
    if (last) return openedOf(last);
    const reason = error instanceof Error ? error.message : String(error);
    throw new NotReleased(
      `The registry could not be verified: ${reason} Ask the people who run the site. Delete its data in this browser only if they have set it up anew.`,
    );
  }
}

/** @returns the live snapshot, else the one that was verified last; undefined if neither can be read */
export async function verifiedNowOrLast(options: LiveOptions): Promise<Opened | undefined> {
  const verified = await verifyLive(options).catch(() => readLast(options).catch(() => undefined));
  return verified && openedOf(verified);
}

async function readLast(of: Remembered): Promise<Live | undefined> {
  const live = readMemory(of)?.live;
  return live && { name: nameOf(live), text: await textOf(live, of) };
}

const openedOf = ({ name, text }: Live): Opened => ({ name, text, registry: JSON.parse(text) });

const nameOf = ({ path }: Verified['live']) => path.replace(/^registry\/|\.json$/g, '');

async function textOf(
  { path, length, sha256: hash }: Verified['live'],
  { site, text, timeoutMs }: Pick<LiveOptions, 'site' | 'text' | 'timeoutMs'>,
): Promise<string> {
  if (text !== undefined && (await sha256(text)) === hash) return text;
  const read = await findText(`/${path}`, site, length, { cache: 'no-cache', timeoutMs });
  if (read !== undefined && (await sha256(read)) === hash) return read;
  throw new NotReleased(`${path} is not what the metadata name. It was not used.`);
}

/** A first visit trusts the root that its signed snapshot names. */
async function firstTrusted({ site, root, timeoutMs }: LiveOptions): Promise<Trusted> {
  const path = `/registry/tuf/${root?.version}.root.json`;
  const text = await findText(path, site, MOST_ROOT_BYTES, { cache: 'no-store', timeoutMs });
  const hash = root && [...atob(root.integrity.replace(/^sha256-/, ''))];
  const wanted = hash?.map((character) => character.charCodeAt(0).toString(16).padStart(2, '0')).join('');
  if (text === undefined || (await sha256(text)) !== wanted)
    throw new NotReleased(`${path} is not the root that the snapshot names. It was not used.`);
  return { root: text, timestamp: 0, snapshot: 0, files: {} };
}

type Clock = Pick<LiveOptions, 'graceHours' | 'notBefore'>;

/** The time by the clock of the device. It cannot be earlier than the newest signed time that this browser has seen. */
const presentTime = ({ notBefore }: Clock) => Math.max(Date.now(), Date.parse(notBefore) || 0);

const graceMsOf = ({ graceHours }: Clock) => Math.min(graceHours, MOST_GRACE_HOURS) * HOUR_MS;

/** True if the grace time is over since this browser has verified what is live. */
export function isOverdue(options: LiveOptions): boolean {
  const memory = readMemory(options);
  return memory !== undefined && memory.expires + graceMsOf(options) < presentTime(options);
}
