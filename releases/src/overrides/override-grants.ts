/**
 * Grants of overrides. A grant lets one browser run one remote from its developer's computer, for some hours. It is a signed text: first in
 * the link that asks the developer, and after the confirmation, signed for that purpose, in a cookie of the browser. The team's token is
 * checked each time that a grant is read, so a token that ends also ends its grants.
 */

import { z } from 'zod';
import type { ReleasesDeps } from '../deps';
import { appNameSchema } from '../model/service';
import { identifyById, type ReleaseIdentity, type TokenIdentity } from '../service/identity';
import { originRefusal } from '../service/override-origins';
import { SignedTexts } from './signed-texts';

const grantSchema = z.object({
  app: appNameSchema,
  origin: z.string(),
  token: z.number().int(),
  /** The end of the grant, as ISO time. */
  until: z.string(),
});
export type OverrideGrant = z.output<typeof grantSchema> & { team: string };

/** The purpose that a grant is signed for. A link cannot serve as a cookie. */
type Place = 'link' | 'cookie';

const HOUR_MS = 3_600_000;
const FOREIGN = 'This site gave no such permission. Run the command again.';

export class OverrideGrants {
  private readonly texts: SignedTexts;

  constructor(private readonly deps: Pick<ReleasesDeps, 'db' | 'clock' | 'config'>) {
    this.texts = new SignedTexts(deps);
  }

  /** Signs a link. The caller has checked that the token allows the grant. */
  async give(
    { tokenId }: Pick<TokenIdentity, 'tokenId'>,
    { app, origin, hours }: { app: string; origin: string; hours: number },
  ) {
    const until = new Date(this.deps.clock.now().getTime() + hours * HOUR_MS).toISOString();
    return { grant: await this.texts.sign({ app, origin, token: tokenId, until }, 'link'), until };
  }

  /**
   * Signs the cookie of a browser that confirmed this link.
   * @throws for a link that this site did not sign
   */
  async cookieOf(link: string): Promise<string> {
    const grant = await this.texts.open(link, 'link', grantSchema);
    if (!grant) throw new Error(FOREIGN);
    return this.texts.sign(grant, 'cookie');
  }

  /**
   * @returns the grant, or the reason why it is invalid: it is not of this site, its time or its token has ended, or the token has changed
   */
  async read(signed: string, place: Place): Promise<OverrideGrant | { refusal: string }> {
    const grant = await this.texts.open(signed, place, grantSchema);
    if (!grant) return { refusal: FOREIGN };
    const now = this.deps.clock.now();
    if (new Date(grant.until) <= now) return { refusal: 'This permission has expired. Run the command again.' };
    const identity = await identifyById(this.deps.db, now, grant.token);
    if ('refusal' in identity) return identity;
    const refusal = overrideRefusal(identity, grant.app, grant.origin);
    return refusal === null ? { ...grant, team: identity.team } : { refusal };
  }
}

/** @returns the reason why the team may not run the remote from there in a browser of its own, or null if it may */
export function overrideRefusal({ team, apps, overrideOrigins }: ReleaseIdentity, app: string, origin: string) {
  if (app === 'host') return 'The shell has no override: npm run dev runs it.';
  if (!apps.includes(app)) return `The release token of ${team} is not for ${app}.`;
  return originRefusal(origin, overrideOrigins);
}
