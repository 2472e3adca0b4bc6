/** The database records the payments mode of its first start, because keys, carts and payments of one mode are invalid in another. */

import { ConfigError, type PaymentsMode } from 'core/config';
import { inTransaction, type Queryable } from 'core/database/kysely';
import { conflict } from 'core/errors';
import { sql } from 'kysely';

/** True if the site takes live payments. Sales, payouts and refunds leave out payments of another mode. */
export const siteIsLive = sql<boolean>`coalesce((select payments_mode = 'live' from site), false)`;

/** The mode of the first start. It is null before that start. */
export async function paymentsModeOf(db: Queryable): Promise<PaymentsMode | null> {
  const site = await db.selectFrom('site').select('payments_mode').executeTakeFirst();
  return site?.payments_mode ?? null;
}

/**
 * Records the mode at the first start. Every later start must have the same mode.
 * @throws ConfigError for another mode
 */
export async function rememberPaymentsMode(db: Queryable, mode: PaymentsMode): Promise<void> {
  await db
    .insertInto('site')
    .values({ payments_mode: mode })
    .onConflict((conflict) => conflict.column('is_only').doNothing())
    .execute();
  const remembered = await paymentsModeOf(db);
  if (remembered === null || remembered === mode) return;
  const wayOut =
    remembered === 'test' && mode === 'live'
      ? '. To take live payments with it from now on: npm run foodhall -- payments live --offline'
      : '; another mode needs another database';
  throw new ConfigError('PAYMENTS', mode, `${remembered}, as this database was started with it${wayOut}`);
}

/**
 * Changes from test payments to live payments, once and on request. Test orders stay unchanged.
 * @throws ApiError 409 if the database has another mode, or test payments or refunds are still undecided
 */
export async function goLive(db: Queryable, { isDryRun }: { isDryRun: boolean }): Promise<void> {
  await inTransaction(db, async (trx) => {
    const site = await trx.selectFrom('site').select('payments_mode').forUpdate().executeTakeFirst();
    if (site?.payments_mode === 'live')
      throw conflict('PAYMENTS_ARE_LIVE', 'The payments of this database are live already.');
    if (site?.payments_mode !== 'test') {
      throw conflict(
        'PAYMENTS_NOT_TEST',
        `This database is of ${site ? `PAYMENTS=${site.payments_mode}` : 'no start yet'}; only one of PAYMENTS=test can go live.`,
      );
    }
    const { open } = await trx
      .selectFrom('payment_attempts')
      .select(({ fn }) => fn.countAll<number>().as('open'))
      .where('state', '=', 'open')
      .executeTakeFirstOrThrow();
    if (open > 0) {
      throw conflict(
        'PAYMENTS_ARE_OPEN',
        `${open} payments of the test are open. Start the site with PAYMENTS=test until they are paid or cancelled.`,
      );
    }
    const { refunds } = await trx
      .selectFrom('order_refunds')
      .select(({ fn }) => fn.countAll<number>().as('refunds'))
      .where('state', 'in', ['wanted', 'asked', 'unclear'])
      .executeTakeFirstOrThrow();
    if (refunds > 0) {
      throw conflict(
        'REFUNDS_ARE_OPEN',
        `${refunds} refunds of the test are open. Start the site with PAYMENTS=test until they are made or cleared.`,
      );
    }
    const { surplus } = await trx
      .selectFrom('payment_attempts')
      .select(({ fn }) => fn.countAll<number>().as('surplus'))
      .where('refund_state', '=', 'wanted')
      .executeTakeFirstOrThrow();
    if (surplus > 0) {
      throw conflict(
        'REFUNDS_ARE_OPEN',
        `${surplus} payments of the test are still to be refunded. Start the site with PAYMENTS=test until that is done.`,
      );
    }
    if (!isDryRun) await trx.updateTable('site').set({ payments_mode: 'live' }).execute();
  });
}
