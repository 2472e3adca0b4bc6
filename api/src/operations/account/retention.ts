/**
 * Removes rows of all accounts that have no use any more. docs/security.md lists each kind with its time. Several processes may run this at
 * once.
 */

import { KEY_LIFETIME_MS } from 'core/http/idempotency';
import { type RawBuilder, sql } from 'kysely';
import { oldReports, REPORT_DAYS } from 'releases/reports/old-reports';
import { oldRefusedTokens, REFUSED_TOKEN_DAYS } from 'releases/service/refused-tokens';
import type { Deps } from '../../deps';
import { removeExpiredResets } from '../../people/auth/auth.commands';
import { removeOldCodes } from '../../people/auth/login-codes';

const DAY_MS = 24 * 3_600_000;
/** The time counts from the last addition of a vendor to the cart. */
const CART_MS = 90 * DAY_MS;
/** No provider repeats an event after this time. */
const WEBHOOK_MS = 90 * DAY_MS;
/** The time counts from the end of the invitation. */
const INVITATION_MS = 90 * DAY_MS;
/** The time counts from the end of the job. A stall's page shows the jobs of a day. */
const PRINT_JOB_MS = 7 * DAY_MS;
/** The counters of a hall are of a day and of a month. */
const TEXT_MESSAGE_MS = 90 * DAY_MS;
/** The time for which an ended code stays stored, so that its person learns why it does not work. */
const PHONE_CODE_MS = 3_600_000;
/** The most rows of one statement, so that no lock is held for long. */
const BATCH = 1_000;

export async function removeOld(deps: Deps): Promise<void> {
  const { db, clock } = deps;
  const before = (ms: number) => new Date(clock.now().getTime() - ms);
  await removeExpiredResets(deps);
  await removeOldCodes(deps);
  await inBatches(
    (limit) => sql`delete from tokens where id in (
    select id from tokens where expires_at <= ${before(0)} limit ${limit})`,
  );
  await inBatches(
    (limit) => sql`delete from factor_steps where token_hash in (
    select token_hash from factor_steps where expires_at <= ${before(0)} limit ${limit})`,
  );
  await inBatches(
    (limit) => sql`delete from idempotency_keys where (user_id, key) in (
    select user_id, key from idempotency_keys where created_at <= ${before(KEY_LIFETIME_MS)} limit ${limit})`,
  );
  await inBatches(
    (limit) => sql`delete from queue_moves where (user_id, key) in (
    select user_id, key from queue_moves where created_at <= ${before(KEY_LIFETIME_MS)} limit ${limit})`,
  );
  await inBatches(
    (limit) => sql`delete from webhook_events where id in (
    select id from webhook_events where processed_at <= ${before(WEBHOOK_MS)} limit ${limit})`,
  );
  await inBatches(
    (limit) => sql`delete from invitations where id in (
    select id from invitations where least(used_at, revoked_at, expires_at) <= ${before(INVITATION_MS)} limit ${limit})`,
  );
  await inBatches(
    (limit) => sql`delete from print_jobs where id in (
    select id from print_jobs where ended_at <= ${before(PRINT_JOB_MS)} limit ${limit})`,
  );
  await inBatches(
    (limit) => sql`delete from printers where id in (
    select id from printers where removed_at <= ${before(PRINT_JOB_MS)}
      and not exists (select from print_jobs where printer_id = printers.id) limit ${limit})`,
  );
  await inBatches(
    (limit) => sql`delete from text_messages where id in (
    select id from text_messages where created_at <= ${before(TEXT_MESSAGE_MS)} limit ${limit})`,
  );
  await inBatches(
    (limit) => sql`delete from phones where user_id in (
    select user_id from phones where code_expires_at <= ${before(PHONE_CODE_MS)} limit ${limit})`,
  );
  await inBatches(oldRefusedTokens(before(REFUSED_TOKEN_DAYS * DAY_MS)));
  for (const statement of oldReports(before(REPORT_DAYS * DAY_MS))) await inBatches(statement);
  const oldCarts = sql`select id from carts where state = 'new' and created_at <= ${before(CART_MS)}
    and not exists (select from orders where orders.cart_id = carts.id and orders.created_at > ${before(CART_MS)})`;
  await inBatches(
    (limit) => sql`delete from carts where id in (${oldCarts}
      and not exists (select from payment_attempts where payment_attempts.cart_id = carts.id)
      limit ${limit} for update skip locked)`,
  );
  // A payment refers to this cart: money that arrives late finds that the cart has ended, and is refunded.
  await inBatches(
    (limit) => sql`with old as (${oldCarts}
        and not exists (select from payment_attempts where payment_attempts.cart_id = carts.id
          and payment_attempts.state in ('open', 'superseded'))
        limit ${limit} for update skip locked),
      emptied as (delete from orders using old where orders.cart_id = old.id)
      update carts set state = 'abandoned' from old where carts.id = old.id`,
  );

  async function inBatches(statement: (limit: number) => RawBuilder<unknown>): Promise<void> {
    for (;;) {
      const { numAffectedRows = 0n } = await statement(BATCH).execute(db);
      if (numAffectedRows < BATCH) return;
    }
  }
}
