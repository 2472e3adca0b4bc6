/** The session on this device: local keys and events, which change together. The token lives in its local key alone. */
import { localName, readLocal, removeLocal, writeLocal } from '../local-keys';
import type { AuthContext, SignedIn, User } from '../types';
import type { SessionUser, ShellState } from './index';
import { publish, shellState } from './index';
import { renamed } from './state';

/** Returns the bearer token of the session, or undefined while signed out. */
export function sessionToken(): string | undefined {
  return readLocal('token');
}

/**
 * Reads the session that the store starts with from the local keys, if they hold a whole one. Other versions of the
 * site, extensions and people write there, too: a context without an account is ignored, and the user acts as
 * themselves.
 */
export function storedSession(): ShellState['session'] {
  const user = readLocal('user');
  if (!sessionToken() || !isUser(user)) return null;
  const context = readLocal('context');
  return { user: sessionUser(user), context: isContext(context) ? context : personalContext(user) };
}

const isNamed = (it: { id?: unknown; name?: unknown } | null | undefined) =>
  typeof it?.id === 'number' && typeof it.name === 'string';

/** Tells whether this is a user with all the fields that a session needs. */
export function isUser(user: Partial<User> | undefined): user is User {
  return isNamed(user) && Array.isArray(user?.vendors?.data) && user.vendors.data.every(isNamed);
}

function isContext(context: Partial<AuthContext> | null | undefined): context is AuthContext {
  return (context?.type === 'User' || context?.type === 'Vendor') && isNamed(context.data);
}

/**
 * Starts a session after a sign-in or a registration. A user with vendor accounts and no earlier choice starts in the given context.
 * @example
 * startSession(await signIn(form));
 */
export function startSession({ token, data: user }: SignedIn, context: AuthContext = personalContext(user)): void {
  writeLocal('user', user);
  writeLocal('context', context);
  // The token is stored last, so that another tab that can read it can read the rest as well.
  writeLocal('token', token);
  hintServer(context);
  publish('signed-in', { user: sessionUser(user), context });
}

/** Replaces the stored profile of the user. It throws for an invalid profile, and then nothing has changed. */
export function refreshProfile(user: User): void {
  const known = sessionUser(user);
  writeLocal('user', user);
  const context = readLocal('context');
  if (isContext(context)) writeLocal('context', renamed(context, known));
  publish('profile-refreshed', { user: known });
}

/**
 * Clears the account's data on the device, then publishes `signed-out`. Every tab follows.
 * @example
 * endSession('asked');
 */
export function endSession(reason: 'asked' | 'expired'): void {
  forgetAccount();
  publish('signed-out', { reason });
}

/** Removes the account's data from the device. Every tab calls it, also one that only receives the event. */
export function forgetAccount(): void {
  removeLocal('user', 'token', 'queue', 'queues', 'context', 'cart', 'notifications', 'payment');
  hintServer(null);
}

/**
 * Makes the user act in another context: a vendor, or the person. Every tab follows.
 * @example
 * switchContext(personalContext(user));
 */
export function switchContext(context: AuthContext): void {
  writeLocal('context', context);
  hintServer(context);
  removeLocal('queue', 'queues');
  publish('context-switched', { context });
}

/**
 * Tells the server, which preloads a page's files, to leave out those that only customers need. The cookie does not
 * name the account. A browser may drop it before the session ends, so each page sets it again, and the server then sets
 * it for as long as the session may last.
 */
function hintServer(context: AuthContext | null): void {
  // In a page of another site there is no such server, and its cookies are not ours to set.
  if (localName('context') !== 'context') return;
  const maxAge = context?.type === 'Vendor' ? 31_536_000 : 0;
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser, and this needs no result
  document.cookie = `acts_as=vendor; path=/; max-age=${maxAge}; samesite=lax`;
}

/** Adopts the session of the local keys. A tab that starts, or that slept, may have missed the events of other tabs. */
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

/**
 * Returns the context in which a user acts as a person.
 * @example
 * personalContext({ id: 3, name: 'Thandi' }); // { type: 'User', data: { id: 3, name: 'Thandi' } }
 */
export function personalContext(user: Pick<User, 'id' | 'name'>): AuthContext {
  return { type: 'User', data: { id: user.id, name: user.name } };
}

/**
 * Tells whether two contexts are of the same account, whatever its name.
 * @example
 * const isMine = isSameContext(session.context, personalContext(session.user));
 */
export function isSameContext(a: AuthContext, b: AuthContext): boolean {
  return a.type === b.type && a.data.id === b.data.id;
}

function sessionUser(user: User): SessionUser {
  return { id: user.id, name: user.name, vendors: user.vendors.data };
}
