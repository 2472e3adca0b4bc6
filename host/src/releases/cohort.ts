/**
 * The visitor's cohort: a random id, created where a rollout exists, the channel joined with `?channel=beta`, and the
 * releases that the visitor was demoted from. Cookies, so that the server's page asks early for the right files.
 */
import { type Cohort, readCohort } from 'registry/cohort';
import type { RegistrySnapshot } from './snapshot';

const YEAR_SECONDS = 31_536_000;
/** By then the release was mended, or it gets another chance. */
const WEEK_SECONDS = 604_800;
/** A header is short. */
const MOST_DEMOTIONS = 8;

function setCookie(name: string, value: string, seconds = YEAR_SECONDS): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is missing outside of a secure context
  document.cookie = `${name}=${value}; path=/; max-age=${seconds}; samesite=lax`;
}

/**
 * `?channel=beta` joins, `?channel=` leaves; the address is shown without it.
 * @returns whether the visitor's channel is another one now
 */
export function joinFromAddress(): boolean {
  const { location, history } = window;
  const address = new URL(location.href);
  const channel = address.searchParams.get('channel');
  if (channel === null) return false;
  const before = channelOf();
  if (/^[\w-]{1,64}$/.test(channel)) setCookie('channel', channel);
  else setCookie('channel', '', 0);
  address.searchParams.delete('channel');
  history.replaceState(history.state, '', address);
  return channelOf() !== before;
}

export const channelOf = (): string | undefined => readCohort(document.cookie).channel;

/** Back to what everybody has, from the next page on. */
export function leaveChannel(): void {
  setCookie('channel', '', 0);
}

/** @param release 'catalog@1.0.0-3f9a01c2': this visitor gets another one */
export function rememberDemotion(release: string): void {
  const earlier = readCohort(document.cookie).demoted ?? [];
  setCookie('set_back', [...earlier, release].slice(-MOST_DEMOTIONS).join('|'), WEEK_SECONDS);
}

export function cohortOf({ offers }: Pick<RegistrySnapshot, 'offers'>): Cohort {
  const hasRollouts = offers.some(({ percent }) => percent !== undefined);
  if (hasRollouts && !readCohort(document.cookie).visitor) setCookie('visitor', randomId());
  return readCohort(document.cookie);
}

/** randomUUID is missing outside of a secure context. */
function randomId(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
