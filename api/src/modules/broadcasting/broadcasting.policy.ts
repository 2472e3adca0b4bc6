import { isMember, type Session } from '../../plugins/session';

const CHANNEL = /^private-(users|vendors)\.([1-9]\d{0,9})$/;

/** The user's own channel, or that of a vendor that the user works for. */
export function mayListen(session: Session, channel: string): boolean {
  const [, kind, id] = CHANNEL.exec(channel) ?? [];
  if (kind === 'users') return Number(id) === session.user.id;
  return kind === 'vendors' && isMember(session, Number(id));
}
