/**
 * Stores the code request of this tab: a phone may discard the page while its owner looks for the email, and the
 * visitor can go on after the reload.
 */
import { serverNow } from 'shared-contracts/client';
import { publish, shellState } from 'shared-contracts/events';
import { isSignInPage } from '../routes/paths';

export interface CodeRequest {
  email: string;
  /** 32 random bytes. The code works only together with them. */
  browserKey: string;
  /** Milliseconds since the epoch. */
  sentAt: number;
  /** Present while the modal is open for it, with the reason that the modal gives. */
  modal?: { reason?: string | undefined } | undefined;
}

const STORAGE_KEY = 'sign-in.code';
/** The API accepts a code for as long as this, in milliseconds. */
const LIFETIME = 10 * 60_000;

/** Reads the request for a code, if the code still works. */
export function readCodeRequest(now = serverNow()): CodeRequest | undefined {
  try {
    const request = JSON.parse(window.sessionStorage.getItem(STORAGE_KEY) ?? 'null') as CodeRequest | null;
    return request && now - request.sentAt < LIFETIME ? request : undefined;
  } catch {
    return undefined;
  }
}

export function keepCodeRequest(request: CodeRequest): void {
  try {
    window.sessionStorage.setItem(STORAGE_KEY, JSON.stringify(request));
  } catch (error) {
    console.warn('Could not keep the sign-in in this tab', error);
  }
}

export function forgetCodeRequest(): void {
  try {
    window.sessionStorage.removeItem(STORAGE_KEY);
  } catch {
    // The browser refuses storage, so nothing was stored either.
  }
}

/** The modal was closed: the code goes on working, and the modal does not open by itself after a reload. */
export function leaveCodeRequest(): void {
  const request = readCodeRequest();
  if (request) keepCodeRequest({ ...request, modal: undefined });
}

/** After a reload, opens the modal that was open for the code. A sign-in page shows the code's form itself. */
export function resumeCodeRequest(): void {
  const modal = readCodeRequest()?.modal;
  if (!modal || shellState().session || isSignInPage(window.location.pathname)) return;
  publish('sign-in-asked', { mode: 'Login', ...modal });
}

/** Makes a random key without randomUUID, which needs a secure context: a phone may open the site by its address in the local network. */
export function newBrowserKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}
