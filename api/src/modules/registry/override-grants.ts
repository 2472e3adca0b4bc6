/**
 * Grants of overrides: for some hours one remote comes from its developer's computer, in one browser. A grant is a signed text: in the
 * link that asks, and, signed for that, in the cookie of the browser that confirmed it. The team's token counts each time that it is read,
 * so an ended token ends its grants.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { appNameSchema } from 'registry/service';
import { z } from 'zod';
import type { Deps } from '../../deps';
import { sharedSecret } from '../../shared-secret';
import { identifyById, type ReleaseIdentity } from './identity';
import { originRefusal } from './override-origins';

const grantSchema = z.object({
  /** Address of the site: a copy of its database has the same secret. */
  site: z.string(),
  app: appNameSchema,
  origin: z.string(),
  token: z.number().int(),
  /** ISO time. */
  until: z.string(),
});
export type OverrideGrant = z.output<typeof grantSchema> & { team: string };

/** Each is signed for itself, so that a link is no cookie. */
type Place = 'link' | 'cookie';

const HOUR_MS = 3_600_000;
const FOREIGN = 'This site gave no such permission. Run the command again.';

export class OverrideGrants {
  private secret: Promise<Buffer> | undefined;

  constructor(private readonly deps: Pick<Deps, 'db' | 'clock' | 'config'>) {}

  /** Of a link. The caller has checked that the token allows it. */
  async give(
    { tokenId }: Pick<ReleaseIdentity, 'tokenId'>,
    { app, origin, hours }: { app: string; origin: string; hours: number },
  ) {
    const until = new Date(this.deps.clock.now().getTime() + hours * HOUR_MS).toISOString();
    const grant = { site: this.deps.config.siteUrl, app, origin, token: tokenId, until };
    const text = Buffer.from(JSON.stringify(grant)).toString('base64url');
    return { grant: await this.signed(text, 'link'), until };
  }

  /** The cookie of a browser that confirmed this link, which `read` took. */
  async cookieOf(link: string): Promise<string> {
    const [text = ''] = link.split('.');
    return this.signed(text, 'cookie');
  }

  /** @returns the grant; or why it does not count: it is not of this site, its time or its token has ended, or the token has changed */
  async read(signed: string, place: Place): Promise<OverrideGrant | { refusal: string }> {
    const [text = '', signature = ''] = signed.split('.');
    if (!isSame(signature, await this.signatureOf(text, place))) return { refusal: FOREIGN };
    const grant = grantSchema.parse(JSON.parse(Buffer.from(text, 'base64url').toString('utf8')));
    if (grant.site !== this.deps.config.siteUrl) return { refusal: FOREIGN };
    const now = this.deps.clock.now();
    if (new Date(grant.until) <= now) return { refusal: 'This permission has expired. Run the command again.' };
    const identity = await identifyById(this.deps.db, now, grant.token);
    if ('refusal' in identity) return identity;
    const refusal = overrideRefusal(identity, grant.app, grant.origin);
    return refusal === null ? { ...grant, team: identity.team } : { refusal };
  }

  private async signed(text: string, place: Place): Promise<string> {
    return `${text}.${await this.signatureOf(text, place)}`;
  }

  private async signatureOf(text: string, place: Place): Promise<string> {
    this.secret ??= this.readSecret();
    return createHmac('sha256', await this.secret)
      .update(`${place} ${text}`)
      .digest('base64url');
  }

  private async readSecret(): Promise<Buffer> {
    try {
      const make = async () => randomBytes(32).toString('base64');
      return Buffer.from(z.string().parse(await sharedSecret(this.deps.db, 'override grants', make)), 'base64');
    } catch (error) {
      // Read again with the next grant.
      this.secret = undefined;
      throw error;
    }
  }
}

/** @returns why the team may not run the remote from there in a browser of its own; null: it may */
export function overrideRefusal({ team, apps, overrideOrigins }: ReleaseIdentity, app: string, origin: string) {
  if (app === 'host') return 'The shell has no override: npm run dev runs it.';
  if (!apps.includes(app)) return `The release token of ${team} is not for ${app}.`;
  return originRefusal(origin, overrideOrigins);
}

function isSame(given: string, expected: string): boolean {
  const [left, right] = [Buffer.from(given), Buffer.from(expected)];
  return left.length === right.length && timingSafeEqual(left, right);
}
