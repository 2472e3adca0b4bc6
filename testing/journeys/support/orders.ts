/** Paid orders without a page, and the vendor who works them: what a test about the queue begins with. */
import { type APIRequestContext, expect, request as requests } from '@playwright/test';
import type { Cart, DeliveryChange, Envelope, QueueEntry, QueueState } from 'shared-contracts/types';
import { type Account, demoAccount, putInCart, vendorNamed } from './api';

export { enter as enterAs } from './api';

const KUMO = 'Kumo Ramen';

const COLLECT: DeliveryChange = {
  delivery_method: 'collect',
  delivery_method_type: 'collect',
  delivery_method_location: '',
  delivery_method_instructions: '',
};
export const TABLE_12: DeliveryChange = {
  delivery_method: 'deliver',
  delivery_method_type: 'table',
  delivery_method_location: '12',
  delivery_method_instructions: '',
};

/** Buys one item at a vendor of the first venue, through the real routes, with a card that pays. */
export async function buy(
  buyer: Account,
  { vendor = KUMO, delivery = COLLECT }: { vendor?: string; delivery?: DeliveryChange } = {},
): Promise<QueueEntry> {
  const { orders, id } = await putInCart(buyer, await vendorNamed(buyer, 1, vendor));
  for (const order of orders.data) await buyer.call('PUT', `/orders/${order.id}`, delivery);
  const { secret } = await buyer.call<{ secret: { clientSecret: string } }>('POST', `/carts/${id}/start-stripe`, {});
  const [intent = ''] = secret.clientSecret.split('_secret_');
  await confirm(intent);
  await buyer.call<Envelope<Cart>>('POST', `/carts/${id}/pay-with-stripe`, { reference: intent });
  const { data } = await buyer.call<Envelope<QueueEntry[]>>('GET', `/queues/active?user_id=${buyer.data.id}`);
  const bought = data.find(({ order }) => order.id === orders.data[0]?.id);
  if (!bought) throw new Error('What was paid for is in the queue.');
  return bought;
}

/** What the provider's own script does with the card's fields. */
async function confirm(intent: string): Promise<void> {
  const sandbox = await requests.newContext({ baseURL: process.env.E2E_SANDBOX_URL ?? '' });
  const answer = await sandbox.post(`/v1/payment_intents/${intent}/confirm`, {
    headers: { authorization: 'Bearer sk_test_granary' },
    form: {
      'payment_method_data[type]': 'card',
      'payment_method_data[card][number]': '4242424242424242',
      'payment_method_data[card][exp_month]': '12',
      'payment_method_data[card][exp_year]': '2034',
      'payment_method_data[card][cvc]': '123',
    },
  });
  expect(answer.ok(), await answer.text()).toBe(true);
  await sandbox.dispose();
}

/** The kitchen of the demo, without a page. */
export interface Kitchen extends Account {
  move: (entry: QueueEntry, ...states: QueueState[]) => Promise<void>;
}

export async function kitchen(request: APIRequestContext): Promise<Kitchen> {
  const staff = await demoAccount(request, 'vendor@foodhall.test');
  return {
    ...staff,
    async move({ id }, ...states) {
      for (const state of states) await staff.call('PUT', `/queues/${id}`, { state });
    },
  };
}
