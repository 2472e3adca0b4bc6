/** Sends the email about a placed order that was cancelled or refunded. It follows the commit, so no response waits for a mail server. */

import type { Trx } from 'core/database/kysely';
import { inLanguage } from 'core/http/language';
import { idSchema } from 'shared-contracts/schemas';
import { z } from 'zod';
import type { Deps } from '../../deps';
import { addressText } from '../../messages/mail/address';
import { EMAIL_WORK } from '../../messages/mail/outbox-email';
import { enqueue } from '../../messages/outbox/enqueue';
import { type OrderNews, orderEmail } from './order-email';

const KIND = 'order-email';

const newsSchema = z.object({
  orderId: idSchema,
  title: z.string(),
  message: z.string(),
  isRefund: z.boolean(),
}) satisfies z.ZodType<OrderNews>;

/**
 * @param key of the event. Each event sends one email: 'cancelled:7'
 * @param news its texts are in the language of the order
 */
export function askToEmail(trx: Trx, key: string, news: OrderNews & { orderId: number }): Promise<void> {
  return enqueue(trx, [{ kind: KIND, key: `${KIND}:${key}`, payload: news }]);
}

export function handleOrderEmails({ db, mailer, outbox, config }: Pick<Deps, 'db' | 'mailer' | 'outbox' | 'config'>) {
  outbox.handle(KIND, {
    schema: newsSchema,
    ...EMAIL_WORK,
    handle: async ({ payload: { orderId, ...news } }) => {
      const order = await db
        .selectFrom('orders')
        .innerJoin('users', 'users.id', 'orders.user_id')
        .innerJoin('vendors', 'vendors.id', 'orders.vendor_id')
        .innerJoin('venues', 'venues.id', 'vendors.venue_id')
        .select(['users.email', 'vendors.name as stall', 'venues.name as hall', 'address_1', 'address_2', 'city'])
        .select('orders.language')
        .where('orders.id', '=', orderId)
        // No mail server can have the address of a deleted account.
        .where('deleted_at', 'is', null)
        .executeTakeFirst();
      if (!order) return;
      const { email, stall, hall, language } = order;
      const place = [stall, hall, addressText(order)].filter(Boolean).join(', ');
      const link = ordersLink(config.siteUrl);
      await mailer.send(inLanguage(language, () => orderEmail({ email, news, place, link })));
    },
  });
}

/** The link to all orders of the person. */
export const ordersLink = (siteUrl: string): string => `${siteUrl}/queues?filter=all`;
