/** Which private channel a session listens on. */
import type { ShellState } from 'shared-contracts/events';

/** 'vendors.7' while acting for a vendor, else 'users.3'; none signed out. */
export function channelOf(session: ShellState['session']): string | undefined {
  if (!session) return undefined;
  const { context, user } = session;
  return context.type === 'Vendor' ? `vendors.${context.data.id}` : `users.${user.id}`;
}
