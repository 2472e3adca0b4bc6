/** Determines which releases a visitor may get: those of a channel, those of a rollout, and not those that the visitor was demoted from. */
import type { LimitedRelease } from './schemas';

export interface Cohort {
  /** A random id, created once, in the cookie `visitor`. */
  visitor?: string | undefined;
  /**
   * The channel that this browser joined, 'beta'. The browser joined it on a page of the server, and only the server reads that membership.
   */
  channel?: string | undefined;
  /**
   * Releases that failed this visitor too often, 'catalog@1.0.0-3f9a01c2'. The visitor gets other releases. They are in the cookie
   * `set_back`.
   */
  demoted?: readonly string[] | undefined;
}

/**
 * Reads the part of a visitor's cohort that a script may know and change. The channel is not part of it.
 * @param cookies a Cookie header or document.cookie
 */
export function readCohort(cookies: string): Cohort {
  const cookie = (name: string, shape: string) => new RegExp(`(?:^|;\\s*)${name}=(${shape})(?:;|$)`).exec(cookies)?.[1];
  return {
    visitor: cookie('visitor', '[\\w-]{1,64}'),
    demoted: cookie('set_back', '[\\w.+@|-]{1,1000}')?.split('|'),
  };
}

/** The cookie with the releases that a visitor was demoted from. Page and worker write it. */
export const DEMOTIONS_COOKIE = 'set_back';
/** A demotion lasts for a week, in seconds. By then the release is fixed, or it gets another chance. */
export const WEEK_SECONDS = 604_800;
/** The most releases in the cookie. Cookies are part of each request's header, whose size servers limit. */
const MOST_DEMOTIONS = 8;

/**
 * Adds a release to the cookie.
 * @param cookies as document.cookie
 * @param release 'catalog@1.0.0-3f9a01c2'
 * @returns the new value of the cookie
 */
export function demotionsWith(release: string, cookies: string): string {
  const earlier = readCohort(cookies).demoted ?? [];
  return [...earlier.filter((each) => each !== release), release].slice(-MOST_DEMOTIONS).join('|');
}

/** Computes a 32-bit hash of any text (FNV-1a, with its bits mixed afterwards). */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/**
 * Returns a number from 0 to 99 that is always the same for a visitor and an app. A rollout includes the visitors whose number is below its
 * percentage. Each app has other numbers, so that the same visitors are not the first to get everything.
 */
export const bucketOf = (visitor: string, app: string): number => hashOf(`${app} ${visitor}`) % 100;

/** Tells whether this visitor is in the channel, or in the rollout. */
export const isFor = (
  { part, channel, percent }: Pick<LimitedRelease, 'part' | 'channel' | 'percent'>,
  cohort: Cohort,
): boolean =>
  channel === undefined
    ? cohort.visitor !== undefined && bucketOf(cohort.visitor, part) < (percent ?? 0)
    : channel === cohort.channel;
