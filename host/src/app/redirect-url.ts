/** Where a visitor was going when signing in came between: the local key `redirect_url`, a path of this origin. */
import { readLocal, removeLocal, writeLocal } from 'shared-contracts/local-keys';

interface Place {
  pathname: string;
  search: string;
  hash: string;
}

/** Pages that are about signing in lead nowhere. */
const SIGN_IN_PAGES = /^\/(login|register|forgot-password|password-reset)(\/|$)/;

export function rememberPlace({ pathname, search, hash }: Place): void {
  if (!SIGN_IN_PAGES.test(pathname)) writeLocal('redirect_url', pathname + search + hash);
}

/** Undefined where nothing is remembered, or something that is no path of this origin. */
export function rememberedPlace(): string | undefined {
  return sameOriginPath(readLocal('redirect_url'));
}

export function forgetPlace(): void {
  removeLocal('redirect_url');
}

/**
 * Anybody who can write to storage, or who sends a link, could name another site: `//evil.example` and
 * `/\evil.example` start with a slash and leave this origin all the same.
 */
export function sameOriginPath(text: string | undefined): string | undefined {
  if (!text?.startsWith('/')) return undefined;
  try {
    const url = new URL(text, window.location.origin);
    const isHere = url.origin === window.location.origin && !url.pathname.startsWith('//');
    return isHere && !SIGN_IN_PAGES.test(url.pathname) ? url.pathname + url.search + url.hash : undefined;
  } catch {
    return undefined;
  }
}
