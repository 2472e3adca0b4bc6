/**
 * The visitor's cohort: a random id, created where a rollout exists, the channel joined with `?channel=beta`, and the
 * releases that the visitor was demoted from. Cookies, so that the server's page asks early for the right files.
 */
import { type Cohort, readCohort } from 'registry/cohort';
import type { RegistrySnapshot } from './snapshot';

const YEAR_SECONDS = 31_536_000;
/** By then the release is fixed, or it gets another chance. */
const WEEK_SECONDS = 604_800;
/** Cookies are part of each request's header, which servers limit. */
const MOST_DEMOTIONS = 8;

function setCookie(name: string, value: string, seconds = YEAR_SECONDS): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is missing outside of a secure context
  document.cookie = `${name}=${value}; path=/; max-age=${seconds}; samesite=lax`;
}

/**
 * `?channel=beta` joins, `?channel=` leaves; the parameter is removed from the address.
 * @returns whether the visitor's channel has changed
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

/** From the next page on, the visitor gets what all visitors get. */
export function leaveChannel(): void {
  setCookie('channel', '', 0);
}

/** @param release 'catalog@1.0.0-3f9a01c2', which this visitor no longer gets */
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
