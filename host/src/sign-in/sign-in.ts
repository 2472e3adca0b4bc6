/** The requests of sign-in, and the account that a session starts with. */
import { type ApiErrorShape, api, notAnAnswer, serverNow } from 'shared-contracts/client';
import { type ShellState, shellState, showToast } from 'shared-contracts/events';
import { writeLocal } from 'shared-contracts/local-keys';
import type { LoginForm, RegisterForm, ResetForm } from 'shared-contracts/rules/forms';
import { isUser, personalContext } from 'shared-contracts/session';
import type { AuthContext, FactorAsked, SignedIn, User } from 'shared-contracts/types';
import { PATHS, vendorsPath } from '../routes/paths';
import type { RouteMatch } from '../routes/shell-route';
import { type CodeRequest, newBrowserKey } from './code-request';

/** A session, or the question for the second factor of the account. */
export type SignInAnswer = SignedIn | FactorAsked;

export const isFactorAsked = (body: SignInAnswer): body is FactorAsked =>
  'second_factor' in body && Array.isArray(body.second_factor?.methods);

/** The phone is sent only if present. It is remembered on this device for the next time. */
export async function logIn({ email, password, phone }: LoginForm): Promise<SignInAnswer> {
  const known = phone.trim();
  const body = await api().post<SignInAnswer>('/login', {
    email: email.trim(),
    password,
    ...(known && { phone: known }),
  });
  return isFactorAsked(body) ? body : signedIn(body, known);
}

export async function register(form: RegisterForm): Promise<SignedIn> {
  const { phone: typed, ...rest } = form;
  const phone = typed.trim();
  const body = await api().post<SignedIn>('/register', {
    ...rest,
    email: form.email.trim(),
    ...(phone && { phone }),
  });
  return signedIn(body, phone);
}

/** Asks for a code by email. A code of the same browser keeps its key. */
export async function requestCode(email: string, browserKey = newBrowserKey()): Promise<CodeRequest> {
  const address = email.trim();
  messageIn(await api().post('/login/code', { email: address, browser_key: browserKey }));
  const { auth } = shellState();
  return { email: address, browserKey, sentAt: serverNow(), modal: auth ? { reason: auth.reason } : undefined };
}

export async function verifyCode({ email, browserKey }: CodeRequest, code: string): Promise<SignInAnswer> {
  const body = await api().post<SignInAnswer>('/login/code/verify', { email, browser_key: browserKey, code });
  return isFactorAsked(body) ? body : signedIn(body, '');
}

function signedIn(body: SignedIn, phone: string): SignedIn {
  if (typeof body.token !== 'string' || !isUser(body.data)) throw notAnAnswer();
  if (phone) writeLocal('phone', phone);
  return body;
}

export async function requestReset({ email }: { email: string }): Promise<Message> {
  return messageIn(await api().post('/forgot-password', { email: email.trim() }));
}

export async function resetPassword(token: string, form: ResetForm & { email: string }): Promise<Message> {
  const path = `/password-reset/${encodeURIComponent(token)}`;
  return messageIn(await api().post(path, { ...form, email: form.email.trim(), token }));
}

interface Message {
  message: string;
}

function messageIn(body: Message): Message {
  if (typeof body.message !== 'string') throw notAnAnswer();
  return body;
}

/** Shows the server's message or, without a response, the plain error's; an ApiError has either. */
export function showFailure({ message }: ApiErrorShape): void {
  showToast(message, { color: 'danger' });
}

/**
 * The account that a sign-in page starts with (docs/decisions/sign-in.md): the one that the return path is for, else the
 * user's first vendor, since vendors come to work, else the personal account.
 * @param destination the page of the return path, if any
 */
export function startingContext(user: User, destination: RouteMatch | undefined): AuthContext {
  const vendors = user.vendors.data;
  if (destination && isCustomers(destination.route)) return personalContext(user);
  const vendor = vendors.find(({ id }) => String(id) === destination?.params.vendorId) ?? vendors[0];
  return vendor ? { type: 'Vendor', data: vendor } : personalContext(user);
}

/** Vendors may open these pages as well, but a user who came to order or to pay uses the personal account. */
function isCustomers({ audience, guard, path }: RouteMatch['route']): boolean {
  return audience === 'customer' || (audience === 'anyone' && guard === 'public') || path === PATHS.paymentReturn;
}

/** The page after sign-in if no return path was remembered. */
export function startPath(session: NonNullable<ShellState['session']>, venue: ShellState['venue']): string {
  if (session.context.type === 'Vendor') return PATHS.queues;
  return venue ? vendorsPath(venue.id) : PATHS.home;
}
