/** Reads and writes the cookies that only the server may set: the grants of overrides, and the membership of a channel. */

export class OwnCookies {
  private readonly isEncrypted: boolean;
  private readonly prefix: string;

  constructor(siteUrl: string) {
    this.isEncrypted = siteUrl.startsWith('https:');
    // A browser accepts `__Host-` from this host alone, so no neighbour such as preview.hall.example can set such a cookie. A browser that
    // knows `__Host-Http-` accepts it from no script either.
    this.prefix = this.isEncrypted ? '__Host-Http-' : '';
  }

  /**
   * @param cookies the header
   * @param name a pattern for the names
   * @returns the signed texts of these cookies, by name
   */
  read(cookies: string, name: string): Map<string, string> {
    const all = new RegExp(`(?:^|;\\s*)${this.prefix}(${name})=([\\w.-]{1,2000})(?=;|$)`, 'g');
    return new Map([...cookies.matchAll(all)].map(([, found = '', text = '']) => [found, text]));
  }

  /**
   * @param maxAge in seconds
   * @returns a Set-Cookie header. The browser also sends this cookie if a link of another site opens the page
   */
  set(name: string, text: string, maxAge: number): string {
    const secure = this.isEncrypted ? '; Secure' : '';
    return `${this.prefix}${name}=${text}; Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${secure}`;
  }

  /** @returns a Set-Cookie header that removes the cookie */
  remove(name: string): string {
    return this.set(name, '', 0);
  }
}
