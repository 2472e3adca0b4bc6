/** Removes the person from an account, and keeps the data that the hall must keep: orders and payments with their numbers. */
import { randomBytes } from 'node:crypto';
import type { Trx } from 'core/database/kysely';
import { sql } from 'kysely';
import { announceRoleEnded } from '../../messages/realtime/peers';

/** The name that screens, reports and exports show in place of the person's. */
export const DELETED_NAME = 'Deleted account';
/** Replaces a room or an address. A table belongs to the hall, so it stays. */
const DELETED_LOCATION = 'Deleted';

/**
 * Call this with the account's carts locked, after a check that no order or payment is open. The database tells each process to end the
 * sockets of the deleted sessions (migration 0040).
 */
export async function eraseAccount(trx: Trx, { id, email }: { id: number; email: string }, now: Date): Promise<void> {
  await endAccess(trx, id, email);
  await endRoles(trx, id, email, now);
  await removeCarts(trx, id);
  await clearOrders(trx, id);
  await clearReceipts(trx, id);
  await clearPayments(trx, id);
  await trx
    .updateTable('users')
    .set({
      name: DELETED_NAME,
      // The address is random, so that nobody can have registered it before.
      email: `deleted-${randomBytes(8).toString('hex')}@foodhall.invalid`,
      phone: null,
      password_hash: null,
      email_confirmed_at: null,
      is_demo: false,
      deleted_at: now,
      language: null,
    })
    .where('id', '=', id)
    .execute();
  await trx
    .updateTable('audit_log')
    .set({ subject: accountOf(id), subject_salt: null })
    .where('subject', '=', email)
    .execute();
  await sql`insert into audit_log (at, actor_id, action, subject)
    values (${now}, audit_actor(), 'account.deleted', ${accountOf(id)})`.execute(trx);
}

/** The audit log's text for an account without its email. */
const accountOf = (id: number): string => `account ${id}`;

/** Deletes sessions with their push subscriptions, links, codes, second factors, the number for text messages, and the stored responses to keys. */
async function endAccess(trx: Trx, id: number, email: string): Promise<void> {
  for (const table of [
    'tokens',
    'password_resets',
    'phones',
    'second_factors',
    'recovery_codes',
    'factor_steps',
    'release_members',
    'desk_sessions',
    'idempotency_keys',
    'queue_moves',
  ] as const) {
    await trx.deleteFrom(table).where('user_id', '=', id).execute();
  }
  // These are moves by the vendor: the responses contain the customer's name.
  await sql`delete from queue_moves using queue_entries
    where queue_entries.id = queue_moves.entry_id and queue_entries.user_id = ${id}`.execute(trx);
  await trx.deleteFrom('login_codes').where('email', '=', email).execute();
}

async function endRoles(trx: Trx, id: number, email: string, now: Date): Promise<void> {
  await trx
    .updateTable('invitations')
    .set({ revoked_at: now })
    .where('invited_by', '=', id)
    .where('used_at', 'is', null)
    .where('revoked_at', 'is', null)
    .execute();
  await trx.deleteFrom('invitations').where('email', '=', email).execute();
  await trx.deleteFrom('vendor_members').where('user_id', '=', id).execute();
  await trx.deleteFrom('venue_operators').where('user_id', '=', id).execute();
  await trx.deleteFrom('site_operators').where('user_id', '=', id).execute();
  await announceRoleEnded(trx);
}

/** Keeps a cart for which a payment was started, but empties it: the payment refers to it. */
async function removeCarts(trx: Trx, userId: number): Promise<void> {
  await sql`delete from carts where user_id = ${userId} and state <> 'paid'
    and not exists (select from payment_attempts where payment_attempts.cart_id = carts.id)`.execute(trx);
  await sql`delete from orders using carts where carts.id = orders.cart_id
    and carts.user_id = ${userId} and carts.state <> 'paid'`.execute(trx);
  await sql`update carts set state = 'abandoned' where user_id = ${userId} and state = 'new'`.execute(trx);
}

async function clearOrders(trx: Trx, userId: number): Promise<void> {
  await sql`update orders set delivery_method_instructions = '', allergy_note = '',
      delivery_method_location = case when delivery_method_type in ('room', 'address') then ${DELETED_LOCATION}
        else delivery_method_location end
    where user_id = ${userId}`.execute(trx);
  // The key of a line includes its notes.
  await sql`update order_items set notes = '', line_key = 'deleted ' || order_items.id
    from orders where orders.id = order_items.order_id and orders.user_id = ${userId} and order_items.notes <> ''`.execute(
    trx,
  );
}

/** Clears the mail server's replies about receipts, because they name the email. */
async function clearReceipts(trx: Trx, userId: number): Promise<void> {
  await sql`update outbox set last_error = 'The account was deleted.' where last_error is not null
    and key in (select 'receipt:' || id from carts where user_id = ${userId})`.execute(trx);
}

/** Deletes the provider's events, which name the person who paid. The payment's row keeps their facts about the payment. */
async function clearPayments(trx: Trx, userId: number): Promise<void> {
  await sql`update webhook_events set body = '{}' from payment_attempts
    where payment_attempts.cart_id in (select id from carts where user_id = ${userId})
      and payment_attempts.provider = webhook_events.provider
      and payment_attempts.venue_id = webhook_events.venue_id and payment_attempts.reference = webhook_events.reference`.execute(
    trx,
  );
  await sql`update payment_attempts set client_secret = null, snapshot = without_person(snapshot)
    where cart_id in (select id from carts where user_id = ${userId})`.execute(trx);
}
