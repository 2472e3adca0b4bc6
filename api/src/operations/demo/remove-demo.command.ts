/** Turns a trial into a real hall: removes the data that the demo's import made, and archives the parts that have orders. */

import { changing } from 'core/database/dry-run';
import { inTransaction, type Queryable, type Trx } from 'core/database/kysely';
import { conflict } from 'core/errors';
import type { Session } from 'core/http/session';
import { sql } from 'kysely';
import type { Deps } from '../../deps';
import { t } from '../../words';
import { archiveVenue, deleteCarts, deleteVenue, unlessReferred } from '../venues/removal';

export interface DemoRemoval {
  venues: { slug: string; name: string; outcome: 'deleted' | 'archived' }[];
  accounts: { email: string; outcome: 'deleted' | 'closed' }[];
}

/**
 * Removes the venues and accounts of the demo. A venue that orders or payments refer to is archived, and visitors do not see it. An account with
 * orders is closed: it keeps its name, and loses its email, its password and its sessions.
 * @returns what was done, or with `isDryRun` what would be done
 */
export function removeDemo(
  deps: Pick<Deps, 'db' | 'clock'>,
  { isDryRun }: { isDryRun: boolean },
): Promise<DemoRemoval> {
  const transaction = (work: (trx: Trx) => Promise<DemoRemoval>) => inTransaction(deps.db, work);
  return changing(transaction, { isDryRun }, (trx) => remove(trx, deps.clock.now()));
}

async function remove(trx: Trx, now: Date): Promise<DemoRemoval> {
  const removal: DemoRemoval = { venues: [], accounts: [] };
  const venues = await trx
    .selectFrom('venues')
    .select(['id', 'slug', 'name'])
    .where('is_demo', '=', true)
    .orderBy('id')
    .execute();
  const users = await trx
    .selectFrom('users')
    .select(['id', 'email'])
    .where('is_demo', '=', true)
    .orderBy('id')
    .execute();
  const userIds = users.map(({ id }) => id);
  await trx.deleteFrom('tokens').where('user_id', 'in', orNone(userIds)).execute();
  await deleteCarts(trx, sql`user_id = any(${userIds}) or venue_id = any(${venues.map(({ id }) => id)})`);
  for (const { id, ...venue } of venues) {
    const isDeleted = await unlessReferred(trx, () => deleteVenue(trx, id));
    if (!isDeleted) await archiveVenue(trx, id, now);
    removal.venues.push({ ...venue, outcome: isDeleted ? 'deleted' : 'archived' });
  }
  for (const { id, email } of users) {
    const isDeleted = await unlessReferred(trx, async () => {
      await trx.deleteFrom('users').where('id', '=', id).execute();
    });
    if (!isDeleted) await closeAccount(trx, id);
    await trx.deleteFrom('login_codes').where('email', '=', email).execute();
    removal.accounts.push({ email, outcome: isDeleted ? 'deleted' : 'closed' });
  }
  return removal;
}

/**
 * Refuses a person with an account of the demo, because the command deletes that account too, and nobody could sign in afterwards.
 * @throws ApiError 409 DEMO_ACCOUNT
 */
export async function refuseDemoAccount(db: Queryable, { user, isCommandLine }: Session): Promise<void> {
  if (isCommandLine) return;
  const account = await db.selectFrom('users').select('is_demo').where('id', '=', user.id).executeTakeFirst();
  if (!account?.is_demo) return;
  throw conflict(
    'DEMO_ACCOUNT',
    t('You are signed in with an account of the demo, which would go too. Sign in with an account of your own.'),
  );
}

/** Returns a list that SQL accepts even if it is empty. */
const orNone = (ids: readonly number[]) => (ids.length > 0 ? ids : [-1]);

async function closeAccount(trx: Trx, id: number): Promise<void> {
  await trx
    .updateTable('users')
    .set({ email: `closed-${id}@foodhall.invalid`, phone: null, password_hash: null, is_demo: false })
    .where('id', '=', id)
    .execute();
  for (const table of ['password_resets', 'vendor_members', 'venue_operators', 'site_operators'] as const) {
    await trx.deleteFrom(table).where('user_id', '=', id).execute();
  }
}
