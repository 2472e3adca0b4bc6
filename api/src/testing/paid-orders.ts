import type { ListeningSandbox } from 'pay-sandbox/testing';
import type { Market } from '../ordering/carts/market.testing';
import { confirmWithCard, referenceOf } from './payments';
import type { TestUser } from './stored';

/** Pays a cart at Stripe's stand-in, through the API. @returns the ids of its orders, and the payment's reference */
export async function payWithStripe(
  { market, sandbox, buyer }: { market: Market; sandbox: ListeningSandbox; buyer: TestUser },
  cartId: number,
): Promise<{ orderIds: number[]; reference: string }> {
  const { secret } = (await market.call('POST', `/carts/${cartId}/start-stripe`, buyer)).json();
  await confirmWithCard(sandbox, secret.clientSecret);
  const reference = referenceOf(secret.clientSecret);
  const response = await market.call('POST', `/carts/${cartId}/pay-with-stripe`, buyer, { reference });
  expect(response.statusCode).toBe(200);
  return { orderIds: response.json().data.orders, reference };
}
