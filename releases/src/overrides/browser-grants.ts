/** Reads from a browser's cookies what its visitor confirmed on a page of the server. The resulting page belongs to this browser alone. */

/** The remotes that the pages of a browser may run from a developer's computer. */
export interface BrowserOverrides {
  /** The origin of each remote. */
  origins: Record<string, string>;
  /** Set-Cookie headers, which remove the cookies of what has ended. */
  setCookie: string[];
}

/** A browser without such cookies is asked about at no cost. */
export interface BrowserGrants {
  overrides: (cookies: string) => Promise<BrowserOverrides>;
  /** The channel that it joined. */
  channel: (cookies: string) => Promise<string | undefined>;
  /** @returns the address of the page that asks a visitor to join a channel, and which leads back to `to` */
  channelQuestion: (channel: string, to: string) => string;
}
