/**
 * The page that the worker caches. Any script of this origin can write to the cache, so a page from there counts only with the server's
 * signature, and has no header but the signed ones.
 */
import {
  PAGE_ALGORITHM,
  PAGE_KEY_PATH,
  PAGE_SIGNATURE,
  SIGNED_HEADERS,
  signedTextOf,
} from 'releases/model/page-signature';
import { scope } from './scope';

export interface OwnPage {
  html: string;
  headers: Headers;
}

let key: Promise<CryptoKey> | undefined;

/** Call it once, while the worker's script runs: a browser allows it at no other time. */
export function importPageKey(): void {
  scope.importScripts(PAGE_KEY_PATH);
  key = crypto.subtle.importKey('spki', fromBase64(scope.PAGE_KEY ?? ''), PAGE_ALGORITHM, false, ['verify']);
  // Without a key each page comes from the network.
  key.catch(() => {});
}

/** @returns the page; undefined if it is not as the server signed it */
export async function openPage(response: Response): Promise<OwnPage | undefined> {
  const html = await response.text();
  const headerOf = (name: string) => response.headers.get(name) ?? '';
  const text = new TextEncoder().encode(signedTextOf(headerOf, html));
  if (!(await isSigned(text, headerOf(PAGE_SIGNATURE)))) return undefined;
  const headers = new Headers({ 'content-type': 'text/html; charset=utf-8' });
  for (const name of SIGNED_HEADERS) if (headerOf(name)) headers.set(name, headerOf(name));
  return { html, headers };
}

async function isSigned(text: Uint8Array<ArrayBuffer>, signature: string): Promise<boolean> {
  try {
    return key !== undefined && (await crypto.subtle.verify(PAGE_ALGORITHM, await key, fromBase64(signature), text));
  } catch {
    return false;
  }
}

const fromBase64 = (text: string) => Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
