/** The session on this device: local keys and events, which change together. The token lives in its local key alone. */
import { localName, readLocal, removeLocal, writeLocal } from '../local-keys';
import type { AuthContext, SignedIn, User } from '../types';
import type { SessionUser, ShellState } from './index';
import { publish, shellState } from './index';
import { renamed } from './state';

export function sessionToken(): string | undefined {
  return readLocal('token');
}

/**
 * Reads the session that the store starts with from the local keys, if they hold a whole one. Other versions of the site,
 * extensions and people write there, too: a context that names no account is none, and the user acts as themselves.
 */
export function storedSession(): ShellState['session'] {
  const user = readLocal('user');
  if (!sessionToken() || !isUser(user)) return null;
  const context = readLocal('context');
  return { user: sessionUser(user), context: isContext(context) ? context : personalContext(user) };
}

const isNamed = (it: { id?: unknown; name?: unknown } | null | undefined) =>
  typeof it?.id === 'number' && typeof it.name === 'string';

/** Whether this is a user with everything that a session needs. */
export function isUser(user: Partial<User> | undefined): user is User {
  return isNamed(user) && Array.isArray(user?.vendors?.data) && user.vendors.data.every(isNamed);
}

function isContext(context: Partial<AuthContext> | null | undefined): context is AuthContext {
  return (context?.type === 'User' || context?.type === 'Vendor') && isNamed(context.data);
}

/** After a login or register. A user with vendor accounts and no earlier choice starts as the given context. */
export function startSession({ token, data: user }: SignedIn, context: AuthContext = personalContext(user)): void {
  writeLocal('user', user);
  writeLocal('context', context);
  // Last: another tab that can read it can read the rest as well.
  writeLocal('token', token);
  hintServer(context);
  publish('signed-in', { user: sessionUser(user), context });
}

/** Throws for a profile that is none, and then nothing has changed. */
export function refreshProfile(user: User): void {
  const known = sessionUser(user);
  writeLocal('user', user);
  const context = readLocal('context');
  if (isContext(context)) writeLocal('context', renamed(context, known));
  publish('profile-refreshed', { user: known });
}

/** Clears what is this account's on the device, then says so; every tab follows. */
export function endSession(reason: 'asked' | 'expired'): void {
  forgetAccount();
  publish('signed-out', { reason });
}

/** For every tab, also those that only hear of it: leaves nothing of the account behind. */
export function forgetAccount(): void {
  removeLocal('user', 'token', 'queue', 'queues', 'context', 'cart', 'notifications', 'payment');
  hintServer(null);
}

export function switchContext(context: AuthContext): void {
  writeLocal('context', context);
  hintServer(context);
  removeLocal('queue', 'queues');
  publish('context-switched', { context });
}

/**
 * The server asks a page's files early; a vendor's pages leave out what only customers see. Says nothing of who it is. A browser may
 * forget it sooner than the session: each page says it again, and the server then sets it for as long as the session may last.
 */
function hintServer(context: AuthContext | null): void {
  // In a page of another site there is no such server, and its cookies are not ours to set.
  if (localName('context') !== 'context') return;
  const maxAge = context?.type === 'Vendor' ? 31_536_000 : 0;
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser, and this needs no result
  document.cookie = `acts_as=vendor; path=/; max-age=${maxAge}; samesite=lax`;
}

/** A tab that starts, or that slept, may have missed what others said: takes over what the local keys hold now. */
export function reconcileSession(): void {
  const stored = storedSession();
  const { session } = shellState();
  if (stored) hintServer(stored.context);
  if (stored && stored.user.id !== session?.user.id) publish('signed-in', stored, 'tab');
  else if (!stored && session) publish('signed-out', { reason: 'asked' }, 'tab');
  else if (stored && session && !isSameContext(stored.context, session.context)) {
    publish('context-switched', { context: stored.context }, 'tab');
  }
}

export function personalContext(user: Pick<User, 'id' | 'name'>): AuthContext {
  return { type: 'User', data: { id: user.id, name: user.name } };
}

export function isSameContext(a: AuthContext, b: AuthContext): boolean {
  return a.type === b.type && a.data.id === b.data.id;
}

function sessionUser(user: User): SessionUser {
  return { id: user.id, name: user.name, vendors: user.vendors.data };
}
