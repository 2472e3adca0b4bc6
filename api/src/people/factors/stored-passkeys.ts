/** Checks the passkeys of accounts where nothing else was asked: at the release desk. */
import type { AccountPasskeys, AnsweringPasskey } from 'core/account-passkeys';
import type { Clock } from 'core/clock';
import type { Config } from 'core/config';
import type { Db } from 'core/database/kysely';
import { factorsOf, isPasskey } from './factors.repository';
import { authenticationOptions, hasPasskeys, readAuthentication } from './passkeys';

/**
 * A passkey counts at the desk a day after it was added, in milliseconds. Pages of the site run the code of every remote, and one of them could
 * add a passkey to the account of its visitor. The account gets an email of each new passkey, so its person has a day to remove it.
 */
const DAY_MS = 24 * 3_600_000;

export class StoredPasskeys implements AccountPasskeys {
  readonly isOffered: boolean;

  constructor(private readonly deps: { db: Db; config: Config; clock: Clock }) {
    this.isOffered = hasPasskeys(deps.config);
  }

  async question(challenge: string, userId: number | null): Promise<object> {
    const known = userId === null ? [] : (await factorsOf(this.deps.db, userId)).filter(isPasskey);
    return authenticationOptions(this.deps.config, { token: challenge, known, isAlone: true });
  }

  async accountOf(response: Record<string, unknown>, challenge: string): Promise<AnsweringPasskey | null> {
    const { db, config, clock } = this.deps;
    const { id } = response;
    if (typeof id !== 'string') return null;
    const factor = await db
      .selectFrom('second_factors')
      .selectAll()
      .where('credential_id', '=', Buffer.from(id, 'base64url'))
      .where('created_at', '<=', new Date(clock.now().getTime() - DAY_MS))
      .executeTakeFirst();
    if (!factor || !isPasskey(factor)) return null;
    const sign_count = await readAuthentication(config, { response, token: challenge, passkey: factor, isAlone: true });
    if (sign_count === null) return null;
    await db
      .updateTable('second_factors')
      .set({ sign_count, last_used_at: clock.now() })
      .where('id', '=', factor.id)
      .execute();
    return { userId: factor.user_id, passkeyId: factor.id };
  }
}
