/** What a visitor confirmed on a page of the server, as this browser's cookies say it: its page is of this browser alone. */

/** What the pages of a browser may run from a developer's computer. */
export interface BrowserOverrides {
  /** By remote. */
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
