/**
 * Who this visitor is to the registry: a random id, made where a release is for a share of the visitors, and the channel
 * they joined with `?channel=beta`. Both are cookies, so that the server's page asks early for the right files.
 */
import { readVisit, type Visit } from 'shared-contracts/registry-rules';
import type { RegistrySnapshot } from './registry';

const YEAR_SECONDS = 31_536_000;

function setCookie(name: string, value: string, seconds = YEAR_SECONDS): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is missing outside of a secure context
  document.cookie = `${name}=${value}; path=/; max-age=${seconds}; samesite=lax`;
}

/** `?channel=beta` joins, `?channel=` leaves; the address is shown without it. */
export function joinFromAddress(): void {
  const { location, history } = window;
  const address = new URL(location.href);
  const channel = address.searchParams.get('channel');
  if (channel === null) return;
  if (/^[\w-]{1,64}$/.test(channel)) setCookie('channel', channel);
  else setCookie('channel', '', 0);
  address.searchParams.delete('channel');
  history.replaceState(history.state, '', address);
}

/** Back to what everybody has. */
export function leaveChannel(): void {
  setCookie('channel', '', 0);
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
