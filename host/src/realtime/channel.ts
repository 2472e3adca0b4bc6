/** The channels that a visitor listens to. */
import type { ShellState } from 'shared-contracts/events';

export interface Channels {
  /** Private: 'vendors.7' in vendor context, else 'users.3'; undefined without a session. */
  account?: string;
  /** Public: 'venues.1' for the stock of the active venue. A vendor's screens have no active venue. */
  venue?: string;
}

export function channelsOf({ session, venue }: Pick<ShellState, 'session' | 'venue'>): Channels {
  if (session?.context.type === 'Vendor') return { account: `vendors.${session.context.data.id}` };
  return {
    ...(session && { account: `users.${session.user.id}` }),
    ...(venue && { venue: `venues.${venue.id}` }),
  };
}
