/** Decides which sessions a page, a slot or a menu entry of a remote is for. */
import type { ShellState } from 'shared-contracts/events';
import { readLocal } from 'shared-contracts/local-keys';
import type { SlotManifest } from 'shared-contracts/remote';

export type Admission = 'admitted' | 'sign-in' | 'queues' | 'profile' | 'not-operator';

/**
 * Decides whether a session may see it, before any code of its remote is requested. A customer's page sends a
 * vendor context to its queue. A vendor's page sends a customer context to My Account, where the switch is. A page of
 * operators is refused to people who run no hall.
 */
export function admission(
  { guard, audience, role }: Pick<SlotManifest, 'guard' | 'audience' | 'role'>,
  session: ShellState['session'],
): Admission {
  if (guard === 'signed-in' && !session) return 'sign-in';
  const isVendor = session?.context.type === 'Vendor';
  if (audience === 'customer' && isVendor) return 'queues';
  if (audience === 'vendor' && !isVendor) return session ? 'profile' : 'sign-in';
  if (role === 'operator' && !mayRunHall()) return 'not-operator';
  return 'admitted';
}

/** Reads the stored profile, since a session does not list halls. The profile of an earlier API does not either; then the API decides. */
function mayRunHall(): boolean {
  const venues = readLocal('user')?.venues;
  return venues === undefined || venues.data.length > 0;
}
