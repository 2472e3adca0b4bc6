/** The page that a visitor returns to after sign-in: the local key `redirect_url`, a path of this origin. */
import { readLocal, removeLocal, writeLocal } from 'shared-contracts/local-keys';
import { isSignInPage } from './paths';

interface Address {
  pathname: string;
  search: string;
  hash: string;
}

/** A sign-in page is not remembered: after sign-in it would lead away again. */
export function rememberReturnPath({ pathname, search, hash }: Address): void {
  if (!isSignInPage(pathname)) writeLocal('redirect_url', pathname + search + hash);
}

/** Undefined if nothing is remembered, or something that is no path of this origin. */
export function rememberedReturnPath(): string | undefined {
  return sameOriginPath(readLocal('redirect_url'));
}

export function forgetReturnPath(): void {
  removeLocal('redirect_url');
}

/**
 * Storage and links are not trusted: `//evil.example` and `/\evil.example` start with a slash and lead to another
 * origin.
 */
export function sameOriginPath(text: string | undefined): string | undefined {
  if (!text?.startsWith('/')) return undefined;
  try {
    const url = new URL(text, window.location.origin);
    const isHere = url.origin === window.location.origin && !url.pathname.startsWith('//');
    return isHere && !isSignInPage(url.pathname) ? url.pathname + url.search + url.hash : undefined;
  } catch {
    return undefined;
  }
}
