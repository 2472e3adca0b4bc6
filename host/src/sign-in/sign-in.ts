/** The calls of signing in, and which account it starts with. */
import { type ApiErrorShape, api, notAnAnswer } from 'shared-contracts/client';
import { type ShellState, showToast } from 'shared-contracts/events';
import { writeLocal } from 'shared-contracts/local-keys';
import type { LoginForm, RegisterForm, ResetForm } from 'shared-contracts/rules/forms';
import { isUser, personalContext } from 'shared-contracts/session';
import type { AuthContext, SignedIn, User } from 'shared-contracts/types';
import { PATHS, vendorsPath } from '../routes/paths';
import type { RouteMatch } from '../routes/shell-route';

/** The phone is sent only if present. It is remembered on this device for the next time. */
export async function logIn({ email, password, phone }: LoginForm): Promise<SignedIn> {
  const known = phone.trim();
  const answer = await api().post<SignedIn>('/login', {
    email: email.trim(),
    password,
    ...(known && { phone: known }),
  });
  return signedIn(answer, known);
}

export async function register(form: RegisterForm): Promise<SignedIn> {
  const { phone: typed, ...rest } = form;
  const phone = typed.trim();
  const answer = await api().post<SignedIn>('/register', {
    ...rest,
    email: form.email.trim(),
    ...(phone && { phone }),
  });
  return signedIn(answer, phone);
}

function signedIn(answer: SignedIn, phone: string): SignedIn {
  if (typeof answer.token !== 'string' || !isUser(answer.data)) throw notAnAnswer();
  if (phone) writeLocal('phone', phone);
  return answer;
}

export async function askForReset({ email }: { email: string }): Promise<Message> {
  return told(await api().post('/forgot-password', { email: email.trim() }));
}

export async function resetPassword(token: string, form: ResetForm & { email: string }): Promise<Message> {
  const path = `/password-reset/${encodeURIComponent(token)}`;
  return told(await api().post(path, { ...form, email: form.email.trim(), token }));
}

interface Message {
  message: string;
}

function told(answer: Message): Message {
  if (typeof answer.message !== 'string') throw notAnAnswer();
  return answer;
}

/** The server's own words, else those of the plain error; an ApiError's message is either. */
export function showFailure({ message }: ApiErrorShape): void {
  showToast(message, { color: 'danger' });
}

/**
 * Which account a sign-in on a page of its own starts with (docs/decisions/0010): the one that the page they were going
 * to is for, else their first vendor, since vendors come to work; those without a vendor as themselves.
 * @param destination the page that the guard sent them from, if any
 */
export function startingContext(user: User, destination: RouteMatch | undefined): AuthContext {
  const vendors = user.vendors.data;
  if (destination && isCustomers(destination.route)) return personalContext(user);
  const vendor = vendors.find(({ id }) => String(id) === destination?.params.vendorId) ?? vendors[0];
  return vendor ? { type: 'Vendor', data: vendor } : personalContext(user);
}

/** Vendors may look at menus and see how a payment ended; those who came to order or to pay come as themselves. */
function isCustomers({ audience, guard, path }: RouteMatch['route']): boolean {
  return audience === 'customer' || (audience === 'anyone' && guard === 'public') || path === PATHS.paymentReturn;
}

/** Where a sign-in leads when nothing else was remembered. */
export function homeOf(session: NonNullable<ShellState['session']>, venue: ShellState['venue']): string {
  if (session.context.type === 'Vendor') return PATHS.queues;
  return venue ? vendorsPath(venue.id) : PATHS.home;
}
