/** The way from a trial to a hall of one's own: what the demo's import made goes, and what has orders is archived. */
import { type RawBuilder, sql } from 'kysely';
import { inTransaction, type Trx } from '../../database/kysely';
import type { Deps } from '../../deps';
import { SqlState, sqlState } from '../../errors';
import { tellRoleEnded } from '../broadcasting/peers';

export interface DemoRemoval {
  venues: { slug: string; name: string; outcome: 'deleted' | 'archived' }[];
  accounts: { email: string; outcome: 'deleted' | 'closed' }[];
}

/** Ends the transaction of a dry run. */
class DryRun extends Error {
  constructor(readonly removal: DemoRemoval) {
    super('dry run');
  }
}

/**
 * Removes the venues and accounts of the demo. A venue that orders or payments refer to is archived: no visitor sees it. An
 * account with orders is closed: it keeps its name, and loses its email, its password and its sessions.
 * @returns what was done, or with `isDryRun` what would be done
 */
export async function removeDemo(
  deps: Pick<Deps, 'db' | 'clock'>,
  { isDryRun }: { isDryRun: boolean },
): Promise<DemoRemoval> {
  try {
    return await inTransaction(deps.db, async (trx) => {
      const removal = await remove(trx, deps.clock.now());
      if (isDryRun) throw new DryRun(removal);
      return removal;
    });
  } catch (error) {
    if (error instanceof DryRun) return error.removal;
    throw error;
  }
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
  // What was only put into a cart is no order.
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

/** A list that SQL takes also where it is empty. */
const orNone = (ids: readonly number[]) => (ids.length > 0 ? ids : [-1]);

async function deleteCarts(trx: Trx, which: RawBuilder<unknown>): Promise<void> {
  await sql`delete from carts where state = 'new' and (${which})
    and not exists (select from payment_attempts where payment_attempts.cart_id = carts.id)`.execute(trx);
}

/** @returns false where another row refers to what was to go; nothing is gone then */
async function unlessReferred(trx: Trx, work: () => Promise<void>): Promise<boolean> {
  await sql`savepoint removal`.execute(trx);
  try {
    await work();
    // Foreign keys that are looked at when a transaction ends would be too late.
    await sql`set constraints all immediate`.execute(trx);
    await sql`release savepoint removal`.execute(trx);
    return true;
  } catch (error) {
    if (sqlState(error) !== SqlState.foreignKeyViolation) throw error;
    await sql`rollback to savepoint removal`.execute(trx);
    return false;
  }
}

async function deleteVenue(trx: Trx, venueId: number): Promise<void> {
  const vendors = sql`(select id from vendors where venue_id = ${venueId})`;
  await sql`delete from order_counters where vendor_id in ${vendors}`.execute(trx);
  for (const table of ['options', 'option_groups', 'variants', 'items']) {
    await sql`delete from ${sql.table(table)} where vendor_id in ${vendors}`.execute(trx);
  }
  await sql`delete from groups where menu_id in (select id from menus where vendor_id in ${vendors})`.execute(trx);
  await sql`delete from menus where vendor_id in ${vendors}`.execute(trx);
  await sql`delete from vendors where venue_id = ${venueId}`.execute(trx);
  await sql`delete from venues where id = ${venueId}`.execute(trx);
}

/** Its rows stay for its orders, no person works there any more, and its open invitations end. */
async function archiveVenue(trx: Trx, venueId: number, now: Date): Promise<void> {
  await trx.updateTable('venues').set({ is_active: false, is_demo: false }).where('id', '=', venueId).execute();
  await trx
    .updateTable('vendors')
    .set({ is_active: false, accepting_orders: false })
    .where('venue_id', '=', venueId)
    .execute();
  await sql`delete from vendor_members where vendor_id in (select id from vendors where venue_id = ${venueId})`.execute(
    trx,
  );
  await trx.deleteFrom('venue_operators').where('venue_id', '=', venueId).execute();
  await trx
    .updateTable('invitations')
    .set({ revoked_at: now })
    .where('venue_id', '=', venueId)
    .where('used_at', 'is', null)
    .where('revoked_at', 'is', null)
    .execute();
  await tellRoleEnded(trx);
}

async function closeAccount(trx: Trx, id: number): Promise<void> {
  await trx
    .updateTable('users')
    .set({ email: `closed-${id}@foodhall.invalid`, phone: null, password_hash: null, is_demo: false })
    .where('id', '=', id)
    .execute();
  for (const table of ['password_resets', 'vendor_members', 'venue_operators'] as const) {
    await trx.deleteFrom(table).where('user_id', '=', id).execute();
  }
}
