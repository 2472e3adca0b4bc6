/** Cookies that only the server sets and reads: the grants of overrides, the membership of a channel. */

export class OwnCookies {
  private readonly isEncrypted: boolean;
  private readonly prefix: string;

  constructor(siteUrl: string) {
    this.isEncrypted = siteUrl.startsWith('https:');
    // A browser takes `__Host-` from this host alone, and no neighbour such as preview.hall.example can set it. One that knows
    // `__Host-Http-` takes it from no script either.
    this.prefix = this.isEncrypted ? '__Host-Http-' : '';
  }

  /**
   * @param cookies the header
   * @param name a pattern
   * @returns the signed texts of these cookies, by name
   */
  read(cookies: string, name: string): Map<string, string> {
    const all = new RegExp(`(?:^|;\\s*)${this.prefix}(${name})=([\\w.-]{1,2000})(?=;|$)`, 'g');
    return new Map([...cookies.matchAll(all)].map(([, found = '', text = '']) => [found, text]));
  }

  /**
   * @param maxAge seconds
   * @returns a Set-Cookie header. A page that is opened by a link of another site gets it too.
   */
  set(name: string, text: string, maxAge: number): string {
    const secure = this.isEncrypted ? '; Secure' : '';
    return `${this.prefix}${name}=${text}; Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${secure}`;
  }

  /** @returns a Set-Cookie header that removes it */
  remove(name: string): string {
    return this.set(name, '', 0);
  }
}
