/** Sends the email about a payment that bought nothing and was refunded, because its payer may have left the page before the charge. */

import type { Queryable, Trx } from 'core/database/kysely';
import { inLanguage } from 'core/http/language';
import { sql } from 'kysely';
import { SOURCE_LANGUAGE } from 'shared-contracts/language';
import { idSchema } from 'shared-contracts/schemas';
import { z } from 'zod';
import type { Deps } from '../../deps';
import { EMAIL_WORK } from '../../messages/mail/outbox-email';
import { enqueue } from '../../messages/outbox/enqueue';
import { type ReturnedPayment, returnedPaymentEmail } from './returned-payment-email';

const KIND = 'returned-payment';

/** Queues one email for each attempt. The key is unique, so a second try of its refund sends no second email. */
export function enqueueReturnEmail(trx: Trx, attemptId: number): Promise<void> {
  return enqueue(trx, [{ kind: KIND, key: `${KIND}:${attemptId}`, payload: { attemptId } }]);
}

export function handleReturnedPayments({ db, mailer, outbox }: Pick<Deps, 'db' | 'mailer' | 'outbox'>): void {
  outbox.handle(KIND, {
    schema: z.object({ attemptId: idSchema }),
    ...EMAIL_WORK,
    handle: async ({ payload }) => {
      const found = await returnedPayment(db, payload.attemptId);
      if (!found) return;
      const { language, ...payment } = found;
      await mailer.send(inLanguage(language ?? SOURCE_LANGUAGE, () => returnedPaymentEmail(payment)));
    },
  });
}

interface WithLanguage {
  /** The language of the paid orders, which may be gone, else of the account; null if neither is known. */
  language: string | null;
}

/** @returns undefined if the account was deleted, because no mail server can have its address */
function returnedPayment(db: Queryable, attemptId: number): Promise<(ReturnedPayment & WithLanguage) | undefined> {
  return db
    .selectFrom('payment_attempts')
    .innerJoin('users', 'users.id', 'payment_attempts.user_id')
    .innerJoin('venues', 'venues.id', 'payment_attempts.venue_id')
    .innerJoin('carts', 'carts.id', 'payment_attempts.cart_id')
    .leftJoin('payment_alerts', 'payment_alerts.attempt_id', 'payment_attempts.id')
    .select(({ fn }) => [
      'users.email',
      'venues.name as venueName',
      'venues.currency as venueCurrency',
      'venues.currency_symbol as currencySymbol',
      'carts.payment_number as paymentNumber',
      'carts.state as cartState',
      'payment_attempts.state',
      sql<string | null>`coalesce(payment_attempts.snapshot #>> '{orders,0,language}', users.language)`.as('language'),
      // The email shows the amount that was received, if it differs from the requested amount.
      fn.coalesce('received_minor', 'amount_minor').as('amountMinor'),
      fn.coalesce('received_currency', 'payment_attempts.currency').as('currency'),
    ])
    .where('payment_attempts.id', '=', attemptId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}
