/** The people of the screen states: accounts with a history. The site's API creates each on its first use. */
import type { BrowserContextOptions } from '@playwright/test';
import { aDelivery } from 'shared-contracts/testing/builders';
import type { Cart, QueueEntry } from 'shared-contracts/types';
import { type Account, browserOf, sessionKeys } from '../../client/accounts';
import { prepareOrder, putInCart, settleDelivery, vendorNamed } from '../../client/orders';
import { buy, demoAccount, kitchen, newAccount, sandbox } from './api';

/**
 * The people by their history: `newcomer` has bought nothing, `shopper` has a cart from two vendors, `payer` has a cart that is ready to be
 * paid, `guest` has just paid one, `diner` has an order in every state, and `cook` works on those orders. `operator` runs the venue.
 */
export type Who = 'visitor' | 'newcomer' | 'shopper' | 'payer' | 'guest' | 'diner' | 'cook' | 'operator';

export type Orders = Record<'fresh' | 'busy' | 'done' | 'collected' | 'cancelled', QueueEntry>;

export interface Cast {
  /** The orders of the diner. */
  orders: () => Promise<Orders>;
  /** The id of the guest's paid cart. */
  paidCart: () => Promise<number>;
  /** The storage of the person's phone, so that a page opens signed in. */
  phoneOf: (who: Who) => Promise<BrowserContextOptions['storageState']>;
}

const KUMO = 'Kumo Ramen';

/** @param site an address of the site */
export function castOf(site: string): Cast {
  const newcomer = once(() => newAccount({ name: 'Nomsa Dlamini' }));
  const shopper = once(async () => (await shop()).buyer);
  const payer = once(async () => {
    const { buyer, cart } = await shop();
    await settleDelivery(buyer, cart);
    return buyer;
  });
  const guest = once(async () => {
    const buyer = await newAccount({ name: 'Lerato Mokoena' });
    const { cartId, settle } = await prepareOrder(buyer, sandbox);
    await settle();
    return { buyer, cartId };
  });
  const cook = once(() => kitchen());
  const operator = once(() => demoAccount('operator@foodhall.test'));
  const diner = once(async () => {
    const buyer = await newAccount({ name: 'Sipho Nkosi' });
    const staff = await cook();
    const orders: Orders = {
      collected: await buy(buyer),
      cancelled: await buy(buyer),
      done: await buy(buyer),
      busy: await buy(buyer, { delivery: aDelivery('table') }),
      fresh: await buy(buyer),
    };
    await staff.move(orders.collected, 'busy', 'done', 'collected');
    await staff.move(orders.done, 'busy', 'done');
    await staff.move(orders.busy, 'busy');
    await staff.put(`/queues/cancel/${orders.cancelled.order.id}`, { reason: 'The noodles are sold out.' });
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
      case 'guest':
        return sessionKeys((await guest()).buyer);
      case 'diner':
        return sessionKeys((await diner()).buyer);
      case 'cook':
        // The cook's queue would otherwise be empty.
        await diner();
        return sessionKeys(await cook(), KUMO);
      case 'operator':
        return sessionKeys(await operator());
    }
  };
  return {
    orders: async () => (await diner()).orders,
    paidCart: async () => (await guest()).cartId,
    phoneOf: async (who) => browserOf(site, await keysOf(who)),
  };
}

async function shop(): Promise<{ buyer: Account; cart: Cart }> {
  const buyer = await newAccount({ name: 'Ayesha Patel' });
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
