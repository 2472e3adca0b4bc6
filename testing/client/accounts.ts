/** People with an account, and the storage of their browser. */
import { signedInSchema } from 'shared-contracts/schemas';
import { aRegistration } from 'shared-contracts/testing/builders';
import type { SignedIn } from 'shared-contracts/types';
import { type Client, clientOf, type Send } from './http';

export const DEMO_PASSWORD = 'foodhall-demo';

export interface Account extends SignedIn, Client {}

export interface Person {
  name: string;
  email: string;
  phone: string;
  password: string;
}

let created = 0;

/** Makes a person without an account. Each has a different email, so no two tests share a queue or a cart. */
export function newPerson(): Person {
  created += 1;
  const mark = `${Date.now().toString(36)}${process.pid.toString(36)}-${created}`;
  const { name, email, phone, password } = aRegistration();
  return { name: `${name} ${mark}`, email: email.replace('@', `-${mark}@`), phone, password };
}

const accountOf = (send: Send, session: SignedIn): Account => ({ ...session, ...clientOf(send, session.token) });

export async function register(send: Send, details: Partial<Person> = {}): Promise<Account> {
  const body = aRegistration({ ...newPerson(), ...details });
  return accountOf(send, await clientOf(send).post('/register', body, signedInSchema));
}

export async function logIn(send: Send, email: string, password = DEMO_PASSWORD): Promise<Account> {
  return accountOf(send, await clientOf(send).post('/login', { email, password }, signedInSchema));
}

/** The local storage of a signed-in browser. @throws when the account is not a member of the named vendor */
export function sessionKeys({ token, data: user }: SignedIn, vendorName?: string): Record<string, string> {
  const vendor = user.vendors.data.find(({ name }) => name === vendorName);
  if (vendorName !== undefined && !vendor) throw new Error(`${user.name} is no member of ${vendorName}.`);
  const context = vendor
    ? { type: 'Vendor', data: { id: vendor.id, name: vendor.name } }
    : { type: 'User', data: { id: user.id, name: user.name } };
  return { token, user: JSON.stringify(user), context: JSON.stringify(context) };
}

interface StorageState {
  cookies: [];
  origins: { origin: string; localStorage: { name: string; value: string }[] }[];
}

/** A signed-in browser for Playwright's `storageState`. @param site an address of the site */
export function browserOf(site: string, keys: Record<string, string>): StorageState {
  const localStorage = Object.entries(keys).map(([name, value]) => ({ name, value }));
  return { cookies: [], origins: [{ origin: new URL(site).origin, localStorage }] };
}
