/**
 * Cleans up after a release was recalled as malicious. The site no longer serves the release's files. It ends the sessions that the release
 * may have stolen, and clears the data that the release may have left in browsers.
 */
import type { FastifyReply } from 'fastify';
import type { Pointer } from 'releases/model/schemas';
import { OwnCookies } from 'releases/overrides/own-cookies';
import { SignedTexts } from 'releases/overrides/signed-texts';
import { z } from 'zod';
import type { Deps } from '../deps';

export type Malicious = NonNullable<Pointer['malicious']>;

const COOKIE = 'cleared';
const MAX_AGE = 31_536_000;
const clearedSchema = z.object({ at: z.string() });

export class AfterAttack {
  private readonly cookies: OwnCookies;
  private readonly texts: SignedTexts;
  private ended = '';

  constructor(private readonly deps: Pick<Deps, 'db' | 'config' | 'log'>) {
    this.cookies = new OwnCookies(deps.config.siteUrl);
    this.texts = new SignedTexts(deps);
  }

  /** @param path '/catalog/1.0.0-3f9a01c2/menu.js' */
  isOf({ releases }: Malicious, path: string): boolean {
    const [, app, version] = path.split('/');
    return releases.includes(`${app}@${version}`);
  }

  /**
   * Ends the sessions from before the recall, because the attacker may know them. Several processes may do this, and a repeat is harmless.
   */
  async endSessions({ at }: Malicious): Promise<void> {
    if (this.ended === at) return;
    const { numDeletedRows } = await this.deps.db
      .deleteFrom('tokens')
      .where('created_at', '<', new Date(at))
      .executeTakeFirst();
    this.ended = at;
    this.deps.log.warn({ sessions: Number(numDeletedRows), at }, 'site: a malicious release has ended the sessions');
  }

  /** Clears each browser once, with the response of a page: the worker, its caches and all storage of the site. */
  async clearBrowser({ at }: Malicious, cookies: string, reply: FastifyReply): Promise<void> {
    const signed = this.cookies.read(cookies, COOKIE).get(COOKIE);
    const cleared = signed && (await this.texts.open(signed, 'cleared', clearedSchema));
    if (cleared && cleared.at >= at) return;
    reply.header('clear-site-data', '"cache", "storage"');
    reply.header('set-cookie', this.cookies.set(COOKIE, await this.texts.sign({ at }, 'cleared'), MAX_AGE));
  }
}
