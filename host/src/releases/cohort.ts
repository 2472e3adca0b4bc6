/**
 * The visitor's cohort: a random id, created where a rollout exists, the releases that the visitor was demoted from,
 * and the channel. The first two are cookies, so that the server's page asks early for the right files. The server
 * names the channel, and no script reads or writes the membership.
 */
import { type Cohort, DEMOTIONS_COOKIE, demotionsWith, readCohort, WEEK_SECONDS } from 'releases/model/cohort';
import type { RegistrySnapshot } from './snapshot';

const YEAR_SECONDS = 31_536_000;

function setCookie(name: string, value: string, seconds = YEAR_SECONDS): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is missing outside of a secure context
  document.cookie = `${name}=${value}; path=/; max-age=${seconds}; samesite=lax`;
}

/** @param release 'catalog@1.0.0-3f9a01c2', which this visitor no longer gets */
export function rememberDemotion(release: string): void {
  setCookie(DEMOTIONS_COOKIE, demotionsWith(release, document.cookie), WEEK_SECONDS);
}

/** @param channel as the page's configuration names it */
export function cohortOf({ offers }: Pick<RegistrySnapshot, 'offers'>, channel?: string): Cohort {
  const hasRollouts = offers.some(({ percent }) => percent !== undefined);
  if (hasRollouts && !readCohort(document.cookie).visitor) setCookie('visitor', randomId());
  return { ...readCohort(document.cookie), channel };
}

/** randomUUID is missing outside of a secure context. */
function randomId(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
