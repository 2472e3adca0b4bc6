/** Which channels a visitor listens on. */
import type { ShellState } from 'shared-contracts/events';

export interface Channels {
  /** Private: 'vendors.7' while acting for a vendor, else 'users.3'; none signed out. */
  account?: string;
  /** Public: 'venues.1' for the stock of the active venue. A vendor's own screens are about no venue. */
  venue?: string;
}

export function channelsOf({ session, venue }: Pick<ShellState, 'session' | 'venue'>): Channels {
  if (session?.context.type === 'Vendor') return { account: `vendors.${session.context.data.id}` };
  return {
    ...(session && { account: `users.${session.user.id}` }),
    ...(venue && { venue: `venues.${venue.id}` }),
  };
}
