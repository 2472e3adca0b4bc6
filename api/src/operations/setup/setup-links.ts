/** The link that opens the setup of a site without a venue. A production start prints it for one use within an hour. */
import { randomBytes } from 'node:crypto';
import { inTransaction, type Queryable, type Trx } from 'core/database/kysely';
import { ApiError, invalid } from 'core/errors';
import { hashToken } from 'core/http/session';
import type { Deps } from '../../deps';
import { t } from '../../words';

const LINK_MS = 3_600_000;

/**
 * Creates a new link and ends an older one. The token is behind the '#', so that it reaches no server log and no referrer.
 * @returns null if the site has a venue or an operator
 */
export async function newSetupLink({ db, clock, config }: Deps): Promise<string | null> {
  const token = randomBytes(32).toString('base64url');
  const now = clock.now();
  const isOpen = await inTransaction(db, async (trx) => {
    if (await isSetUp(trx)) return false;
    await trx
      .insertInto('setup_links')
      .values({ token_hash: hashToken(token), created_at: now, expires_at: new Date(now.getTime() + LINK_MS) })
      .execute();
    return true;
  });
  return isOpen ? `${config.siteUrl}/setup#${token}` : null;
}

/** Tells whether the site has a venue. A removed venue that is archived with its orders, such as the demo, does not count. */
export async function isSetUp(db: Queryable): Promise<boolean> {
  const venue = await db.selectFrom('venues').select('id').where('removed_at', 'is', null).limit(1).executeTakeFirst();
  if (venue) return true;
  const operators = db.selectFrom('venue_operators').select('user_id');
  const all = operators.union(db.selectFrom('site_operators').select('user_id'));
  return (await all.limit(1).executeTakeFirst()) !== undefined;
}

/**
 * Checks that this token opens the setup now.
 * @throws ApiError 422 for a token that was never printed, 410 for one that no longer works
 */
export async function requireSetupLink(db: Queryable, token: string, now: Date): Promise<{ id: number }> {
  const link = await db
    .selectFrom('setup_links')
    .selectAll()
    .where('token_hash', '=', hashToken(token))
    .executeTakeFirst();
  if (!link) {
    throw invalid(
      { token: [t('This is not the link that the server printed. Copy all of it.')] },
      'SETUP_LINK_UNKNOWN',
    );
  }
  if (link.used_at || (await isSetUp(db))) {
    throw gone('SETUP_LINK_USED', t('This site is set up already. Log in to it.'));
  }
  if (link.expires_at <= now) {
    throw gone('SETUP_LINK_EXPIRED', t('This link has expired. Start the site again, and it prints a new one.'));
  }
  const newer = await db.selectFrom('setup_links').select('id').where('id', '>', link.id).limit(1).executeTakeFirst();
  if (newer) throw gone('SETUP_LINK_REPLACED', t('The server has printed a newer link since. Use that one.'));
  return link;
}

const gone = (code: string, message: string) => new ApiError(410, code, message);

/** Ends the link. The second of two concurrent requests finds it used. @throws as requireSetupLink */
export async function useSetupLink(trx: Trx, token: string, now: Date): Promise<void> {
  const { id } = await requireSetupLink(trx, token, now);
  const used = await trx
    .updateTable('setup_links')
    .set({ used_at: now })
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .executeTakeFirst();
  if (used.numUpdatedRows === 0n) throw gone('SETUP_LINK_USED', t('This site is set up already. Log in to it.'));
}
