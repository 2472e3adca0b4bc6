import type { Session } from 'core/http/session';
import { decide, type Resource } from 'core/policy/policies';

const CHANNEL = /^private-(users|vendors)\.([1-9]\d{0,9})$/;

/** The resource of a private channel: a person or a vendor. Other channels have none, so no policy allows them. */
export function resourceOf(channel: string): Resource {
  const [, kind, id] = CHANNEL.exec(channel) ?? [];
  if (kind === 'users') return { userId: Number(id) };
  return kind === 'vendors' ? { vendorId: Number(id) } : {};
}

/** Tells whether a user may listen to a channel: their own, or that of a vendor where they work. */
export const mayListen = (session: Session, channel: string): boolean =>
  decide('self or staff', session, resourceOf(channel)) === 'allowed';
