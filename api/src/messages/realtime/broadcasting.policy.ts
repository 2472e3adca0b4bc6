import type { Session } from 'core/http/session';
import { decide, type Resource } from 'core/policy/policies';

const CHANNEL = /^private-(users|vendors)\.([1-9]\d{0,9})$/;

/** The resource of a private channel: a person or a vendor. Any other channel has none, so no policy allows it. */
export function resourceOf(channel: string): Resource {
  const [, kind, id] = CHANNEL.exec(channel) ?? [];
  if (kind === 'users') return { userId: Number(id) };
  return kind === 'vendors' ? { vendorId: Number(id) } : {};
}

/** The user's own channel, or that of a vendor that the user works for. */
export const mayListen = (session: Session, channel: string): boolean =>
  decide('self or staff', session, resourceOf(channel)) === 'allowed';
