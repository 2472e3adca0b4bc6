/**
 * Who this visitor is to the registry: a random id, made where a release is for a share of the visitors, the channel they
 * joined with `?channel=beta`, and what they were moved back from. Cookies, so that the server's page asks early for the
 * right files.
 */
import { readVisit, type Visit } from 'shared-contracts/registry-rules';
import type { RegistrySnapshot } from './registry';

const YEAR_SECONDS = 31_536_000;
/** By then the release was mended, or it gets another chance. */
const WEEK_SECONDS = 604_800;
/** A header is short. */
const MOST_SET_BACK = 8;

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

export const channelOf = (): string | undefined => readVisit(document.cookie).channel;

/** Back to what everybody has, from the next page on. */
export function leaveChannel(): void {
  setCookie('channel', '', 0);
}

/** @param release 'catalog@1.0.0-3f9a01c2': this visitor gets another one */
export function rememberSetBack(release: string): void {
  const earlier = readVisit(document.cookie).setBack ?? [];
  setCookie('set_back', [...earlier, release].slice(-MOST_SET_BACK).join('|'), WEEK_SECONDS);
}

export function visitOf({ offers }: Pick<RegistrySnapshot, 'offers'>): Visit {
  const hasShares = offers.some(({ percent }) => percent !== undefined);
  if (hasShares && !readVisit(document.cookie).visitor) setCookie('visitor', randomId());
  return readVisit(document.cookie);
}

/** randomUUID is missing outside of a secure context. */
function randomId(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
