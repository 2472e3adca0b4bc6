/**
 * Reads from a browser's cookies what its visitor has confirmed on a page of the server. The page that results is for this browser alone.
 */

/** The remotes that the pages of a browser may run from a developer's computer. */
export interface BrowserOverrides {
  /** The origin of each remote. */
  origins: Record<string, string>;
  /** Set-Cookie headers that remove the cookies of ended grants. */
  setCookie: string[];
}

/** Reads the grants of a browser. A browser without such cookies costs no query. */
export interface BrowserGrants {
  overrides: (cookies: string) => Promise<BrowserOverrides>;
  /** Reads the channel that the browser joined. */
  channel: (cookies: string) => Promise<string | undefined>;
  /** @returns the address of the page that asks a visitor to join a channel and then leads back to `to` */
  channelQuestion: (channel: string, to: string) => string;
}
