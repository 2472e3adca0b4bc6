import { type ListeningSandbox, payAtGlobal } from 'pay-sandbox/testing';
import type { Market } from '../ordering/carts/market.testing';
import { confirmWithCard, referenceOf } from './payments';
import type { TestUser, VenueInput } from './stored';

interface Scene {
  market: Market;
  sandbox: ListeningSandbox;
  buyer: TestUser;
}

interface PaidCart {
  orderIds: number[];
  reference: string;
}

/** The account of a stored venue at Global's stand-in. */
export const GLOBAL_ACCOUNT: VenueInput = {
  payment_provider: 'Global',
  payment_provider_key: 'venue',
  secret_env: 'GLOBAL_SECRET_VENUE',
  webhook_secret_env: null,
};

/** Pays a cart at Global's stand-in, through the API. @returns the ids of its orders, and the payment's reference */
export async function payWithGlobal({ market, sandbox, buyer }: Scene, cartId: number): Promise<PaidCart> {
  const { secret } = (await market.call('POST', `/carts/${cartId}/start-global`, buyer)).json();
  const signed = await payAtGlobal(sandbox.url, secret, '4263970000005262');
  const reference = JSON.parse(secret).ORDER_ID;
  const response = await market.call('POST', `/carts/${cartId}/pay-with-global`, buyer, {
    reference,
    response: signed,
  });
  expect(response.statusCode).toBe(200);
  return { orderIds: response.json().data.orders, reference };
}

/** Pays a cart at Stripe's stand-in, through the API. @returns the ids of its orders, and the payment's reference */
export async function payWithStripe({ market, sandbox, buyer }: Scene, cartId: number): Promise<PaidCart> {
  const { secret } = (await market.call('POST', `/carts/${cartId}/start-stripe`, buyer)).json();
  await confirmWithCard(sandbox, secret.clientSecret);
  const reference = referenceOf(secret.clientSecret);
  const response = await market.call('POST', `/carts/${cartId}/pay-with-stripe`, buyer, { reference });
  expect(response.statusCode).toBe(200);
  return { orderIds: response.json().data.orders, reference };
}
