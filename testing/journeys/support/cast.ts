/** Those who are found at the places: accounts with a history, each made when it is first asked for, by the site's own API. */
import type { APIRequestContext, BrowserContextOptions } from '@playwright/test';
import type { Cart, QueueEntry } from 'shared-contracts/types';
import { type Account, newAccount, putInCart, sessionKeys, settleDelivery, vendorNamed } from './api';
import { buy, kitchen, TABLE_12 } from './orders';

/**
 * `newcomer` has bought nothing, `shopper` has a cart from two vendors, `payer` one that is ready to be paid, `diner` has
 * an order in every state, and `cook` works those.
 */
export type Who = 'visitor' | 'newcomer' | 'shopper' | 'payer' | 'diner' | 'cook';

export type Orders = Record<'fresh' | 'busy' | 'done' | 'collected' | 'cancelled', QueueEntry>;

export interface Cast {
  /** The diner's. */
  orders: () => Promise<Orders>;
  /** What the person's phone keeps, so that a page opens signed in. */
  phoneOf: (who: Who) => Promise<BrowserContextOptions['storageState']>;
}

const KUMO = 'Kumo Ramen';

export function castOf(request: APIRequestContext, site: string): Cast {
  const newcomer = once(() => newAccount(request, { name: 'Nomsa Dlamini' }));
  const shopper = once(async () => (await shop(request)).buyer);
  const payer = once(async () => {
    const { buyer, cart } = await shop(request);
    await settleDelivery(buyer, cart);
    return buyer;
  });
  const cook = once(() => kitchen(request));
  const diner = once(async () => {
    const buyer = await newAccount(request, { name: 'Sipho Nkosi' });
    const staff = await cook();
    const orders: Orders = {
      collected: await buy(buyer),
      cancelled: await buy(buyer),
      done: await buy(buyer),
      busy: await buy(buyer, { delivery: TABLE_12 }),
      fresh: await buy(buyer),
    };
    await staff.move(orders.collected, 'busy', 'done', 'collected');
    await staff.move(orders.done, 'busy', 'done');
    await staff.move(orders.busy, 'busy');
    await staff.call('PUT', `/queues/cancel/${orders.cancelled.order.id}`, { reason: 'The noodles are sold out.' });
    return { buyer, orders };
  });

  const keysOf = async (who: Who): Promise<Record<string, string>> => {
    switch (who) {
      case 'visitor':
        return {};
      case 'newcomer':
        return sessionKeys(await newcomer());
      case 'shopper':
        return sessionKeys(await shopper());
      case 'payer':
        return sessionKeys(await payer());
      case 'diner':
        return sessionKeys((await diner()).buyer);
      case 'cook':
        // Whose queue would otherwise be empty.
        await diner();
        return sessionKeys(await cook(), KUMO);
    }
  };
  return {
    orders: async () => (await diner()).orders,
    async phoneOf(who) {
      const localStorage = Object.entries(await keysOf(who)).map(([name, value]) => ({ name, value }));
      return { cookies: [], origins: [{ origin: site, localStorage }] };
    },
  };
}

async function shop(request: APIRequestContext): Promise<{ buyer: Account; cart: Cart }> {
  const buyer = await newAccount(request, { name: 'Ayesha Patel' });
  await putInCart(buyer, await vendorNamed(buyer, 1, KUMO), 'Tonkotsu ramen');
  const cart = await putInCart(buyer, await vendorNamed(buyer, 1, 'Pico Taquería'));
  return { buyer, cart };
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
