import type { Trx } from 'core/database/kysely';
import { currentLanguage } from 'shared-contracts/language';

/** Makes the orders of a cart have the language of the request, in which their buyer is written to. Call this with the cart locked. */
export async function writeLanguage(trx: Trx, orders: readonly { id: number; language: string }[]): Promise<void> {
  const language = currentLanguage();
  const others = orders.filter((order) => order.language !== language).map(({ id }) => id);
  if (others.length > 0) await trx.updateTable('orders').set({ language }).where('id', 'in', others).execute();
}
