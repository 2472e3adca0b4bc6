/** A cart that is ready to be paid, and a buyer's browser at the payment sandbox, for tests of payments. */

import { createHmac } from 'node:crypto';
import type { Db } from 'core/database/kysely';
import { inTransaction } from 'core/database/kysely';
import type { FastifyInstance } from 'fastify';
import { type ListeningSandbox, startSandbox } from 'pay-sandbox/testing';
import { aDelivery, aVendorSummary } from 'shared-contracts/testing/builders';
import { lockOrCreateCart } from '../ordering/carts/cart.repository';
import { cartChanged } from '../ordering/carts/write-cart';
import type { TestUser, TestVendor, TestVenue } from './stored';

export const WEBHOOK_SECRET = 'whsec_venue';

/** The environment of an API whose stored venues have an account at the sandbox. */
export function environmentOf(sandbox: ListeningSandbox): Record<string, string> {
  return {
    PAYMENTS: 'sandbox',
    STRIPE_API_BASE: sandbox.url,
    STRIPE_SCRIPT_URL: `${sandbox.url}/stripe.js`,
    PAYSTACK_API_BASE: sandbox.url,
    PAYSTACK_SCRIPT_URL: `${sandbox.url}/paystack/inline.js`,
    GLOBAL_HPP_URL: `${sandbox.url}/pay`,
    GLOBAL_API_URL: `${sandbox.url}/epage-remote.cgi`,
    STRIPE_SECRET_VENUE: 'sk_test_venue',
    PAYSTACK_SECRET_VENUE: 'sk_test_venue',
    GLOBAL_SECRET_VENUE: 'venue-secret',
    GLOBAL_SECRET_VENUE_REBATE: 'venue-rebate',
    // This key belongs to another venue.
    STRIPE_SECRET_OTHER: 'sk_test_other',
    PAYSTACK_SECRET_OTHER: 'sk_test_other',
    GLOBAL_SECRET_OTHER: 'other-secret',
    STRIPE_WEBHOOK_SECRET_VENUE: WEBHOOK_SECRET,
  };
}

/**
 * Starts a sandbox with the account of the stored venues and one of another venue. It keeps its webhooks until a test asks for them.
 * @param now the clock of the test, without which Global refuses the payments of another day
 */
export async function sandboxOfVenues(now?: () => Date): Promise<ListeningSandbox> {
  const names = ['venue', 'other'];
  const sandbox = await startSandbox({
    stripe: {
      accounts: names.map((name) => ({
        id: `acct_${name}`,
        secretKey: `sk_test_${name}`,
        publishableKey: `pk_test_${name}`,
        webhook: { url: 'http://127.0.0.1:1/', secret: `whsec_${name}` },
      })),
    },
    paystack: {
      accounts: names.map((name) => ({
        id: name,
        secretKey: `sk_test_${name}`,
        publicKey: `pk_test_${name}`,
        webhookUrl: 'http://127.0.0.1:1/',
      })),
    },
    global: {
      now,
      accounts: names.map((name) => ({ merchantId: name, secret: `${name}-secret`, rebatePassword: `${name}-rebate` })),
    },
  });
  sandbox.faults.webhooks.mode = 'hold';
  return sandbox;
}

export interface TestCart {
  id: number;
  version: number;
}

/** Adds one of each vendor's first item to the buyer's cart. Each order is for collection. */
export async function storeCart(
  db: Db,
  buyer: TestUser,
  venue: TestVenue,
  { vendors = venue.vendors, quantity = 1 }: { vendors?: readonly TestVendor[]; quantity?: number } = {},
): Promise<TestCart> {
  return inTransaction(db, async (trx) => {
    const cart = await lockOrCreateCart(trx, buyer.id, venue.id);
    for (const vendor of vendors) await addLine(trx, cart.id, buyer, venue, vendor, quantity);
    return { id: cart.id, version: await cartChanged(trx, cart, null) };
  });
}

async function addLine(
  db: Db,
  cartId: number,
  buyer: TestUser,
  venue: TestVenue,
  vendor: TestVendor,
  quantity: number,
) {
  const [variant] = vendor.item.variants;
  if (!variant) throw new Error('The vendor of this test sells nothing');
  const terms = await db
    .selectFrom('venues')
    .select(['currency', 'currency_symbol', 'tax_name', 'tax_number', 'tax_rate_bp', 'is_tax_included'])
    .where('id', '=', venue.id)
    .executeTakeFirstOrThrow();
  const { image_url, address_1 } = aVendorSummary();
  const order = await db
    .insertInto('orders')
    .values({
      cart_id: cartId,
      user_id: buyer.id,
      venue_id: venue.id,
      vendor_id: vendor.id,
      vendor_name: vendor.name,
      vendor_image_url: image_url,
      vendor_address_1: address_1,
      ...terms,
      ...aDelivery('collect'),
    })
    .onConflict((conflict) => conflict.columns(['cart_id', 'vendor_id']).doUpdateSet({ vendor_name: vendor.name }))
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('order_items')
    .values({
      order_id: order.id,
      item_id: vendor.item.id,
      variant_id: variant.id,
      line_key: `${variant.id}||`,
      item_name: vendor.item.name,
      variant_name: variant.name,
      quantity,
      unit_minor: variant.price_minor,
      options_minor: 0,
      total_minor: variant.price_minor * quantity,
    })
    .onConflict((conflict) =>
      conflict.columns(['order_id', 'line_key']).doUpdateSet({ quantity, total_minor: variant.price_minor * quantity }),
    )
    .execute();
}

/** Confirms with a card, as the card form does when the buyer taps Pay, and leaves 3-D Secure open. */
export async function confirmWithCard(sandbox: ListeningSandbox, clientSecret: string, number = '4242424242424242') {
  const response = await fetch(`${sandbox.url}/v1/payment_intents/${referenceOf(clientSecret)}/confirm`, {
    method: 'POST',
    body: new URLSearchParams({
      key: 'pk_test_venue',
      client_secret: clientSecret,
      'payment_method_data[type]': 'card',
      'payment_method_data[card][number]': number,
      'payment_method_data[card][exp_month]': '12',
      'payment_method_data[card][exp_year]': '2040',
      'payment_method_data[card][cvc]': '123',
    }),
  });
  return response.status;
}

/** Returns `pi_1` for `pi_1_secret_2`. */
export function referenceOf(clientSecret: string): string {
  return clientSecret.split('_secret_')[0] ?? '';
}

interface DeliveredWebhooks {
  api: { app: { inject: FastifyInstance['inject'] } };
  sandbox: ListeningSandbox;
  venueId: number;
  provider: 'Stripe' | 'Paystack';
}

/** Delivers the bodies of events with the provider's signature, one after the other. */
export async function deliverWebhooks(
  { api, sandbox, venueId, provider }: DeliveredWebhooks,
  bodies: readonly string[],
): Promise<void> {
  for (const body of bodies) {
    const signature =
      provider === 'Stripe'
        ? sandbox.stripe().webhooks.generateTestHeaderString({ payload: body, secret: WEBHOOK_SECRET })
        : createHmac('sha512', 'sk_test_venue').update(body).digest('hex');
    const response = await api.app.inject({
      method: 'POST',
      url: `/api/v1/webhooks/${provider.toLowerCase()}/${venueId}`,
      headers: {
        'content-type': 'application/json',
        [provider === 'Stripe' ? 'stripe-signature' : 'x-paystack-signature']: signature,
      },
      payload: body,
    });
    expect(response.statusCode).toBe(200);
  }
}
