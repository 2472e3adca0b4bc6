/** The cookies in which a browser keeps its grants of overrides, one for each remote. No script can read them. */

const PREFIX = 'override_';
const COOKIES = new RegExp(`(?:^|;\\s*)${PREFIX}([a-z][a-z0-9-]{0,62})=([\\w.-]{1,2000})(?=;|$)`, 'g');

/** @param cookies the header @returns the signed grants, by remote */
export const grantsIn = (cookies: string): Map<string, string> =>
  new Map([...cookies.matchAll(COOKIES)].map(([, app = '', grant = '']) => [app, grant]));

interface CookieOptions {
  siteUrl: string;
  /** Seconds; 0 removes it. */
  maxAge: number;
}

/** A Set-Cookie header. Another site's link is followed with it: its reader is the developer still. */
export function overrideCookie(app: string, grant: string, { siteUrl, maxAge }: CookieOptions): string {
  const secure = siteUrl.startsWith('https:') ? '; Secure' : '';
  return `${PREFIX}${app}=${grant}; Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${secure}`;
}
