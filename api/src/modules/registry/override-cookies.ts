/** The cookies in which a browser keeps its grants of overrides, one for each remote. No script can read them. */

const REMOTE = '[a-z][a-z0-9-]{0,62}';
const GRANT = '[\\w.-]{1,2000}';

/** The cookies of a site with this address. */
export class OverrideCookies {
  private readonly isEncrypted: boolean;
  private readonly prefix: string;
  private readonly all: RegExp;

  constructor(siteUrl: string) {
    this.isEncrypted = siteUrl.startsWith('https:');
    // A browser takes `__Host-` from this host alone: a neighbour such as preview.hall.example cannot set it.
    this.prefix = this.isEncrypted ? '__Host-override_' : 'override_';
    this.all = new RegExp(`(?:^|;\\s*)${this.prefix}(${REMOTE})=(${GRANT})(?=;|$)`, 'g');
  }

  /** @param cookies the header @returns the signed grants, by remote */
  read(cookies: string): Map<string, string> {
    return new Map([...cookies.matchAll(this.all)].map(([, app = '', grant = '']) => [app, grant]));
  }

  /**
   * @param maxAge seconds
   * @returns a Set-Cookie header. Another site's link is followed with it: its reader is the developer still.
   */
  set(app: string, grant: string, maxAge: number): string {
    const secure = this.isEncrypted ? '; Secure' : '';
    return `${this.prefix}${app}=${grant}; Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${secure}`;
  }

  /** @returns a Set-Cookie header that removes it */
  remove(app: string): string {
    return this.set(app, '', 0);
  }
}
