import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type Stripe from 'stripe';
import { GRANARY, type ListeningSandbox, startReceiver, startSandbox, type WebhookReceiver } from '../testing';

const SECRET = 'whsec_granary';
const closers: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

async function receiver(statusOf?: (arrival: number) => number): Promise<WebhookReceiver> {
  const started = await startReceiver(statusOf);
  closers.push(started.close);
  return started;
}

async function sandboxFor(url: string, settings: Parameters<typeof startSandbox>[0] = {}): Promise<ListeningSandbox> {
  const sandbox = await startSandbox({
    stripe: { accounts: [{ ...GRANARY, webhook: { url, secret: SECRET } }] },
    webhookRetryDelaysMs: [10, 10],
    ...settings,
  });
  closers.push(() => sandbox.close());
  return sandbox;
}

function pay(stripe: Stripe) {
  return stripe.paymentIntents.create({ amount: 500, currency: 'cad', payment_method: 'pm_card_visa', confirm: true });
}

const setMode = (sandbox: ListeningSandbox, mode: string) =>
  sandbox.app.inject({ method: 'PUT', url: '/__control/faults', payload: { webhooks: { mode, delayMs: 1 } } });

const typesOf = (webhooks: { type: string }[]) => webhooks.map((webhook) => webhook.type).sort();

test('events arrive with a signature that the official package accepts', async () => {
  const shop = await receiver();
  const sandbox = await sandboxFor(shop.url);
  const stripe = sandbox.stripe();
  const intent = await pay(stripe);
  const webhooks = await shop.waitFor(2);
  expect(typesOf(webhooks)).toEqual(['payment_intent.created', 'payment_intent.succeeded']);
  for (const { body, signature } of webhooks) {
    const event = stripe.webhooks.constructEvent(body, signature, SECRET);
    expect(event.data.object).toMatchObject({ id: intent.id });
    expect(() => stripe.webhooks.constructEvent(`${body} `, signature, SECRET)).toThrow();
    expect(() => stripe.webhooks.constructEvent(body, signature, 'whsec_other')).toThrow();
  }
});

test('the dispatcher repeats an event that was not accepted, and gives up after the last retry', async () => {
  const shop = await receiver((arrival) => (arrival <= 2 ? 500 : 200));
  const sandbox = await sandboxFor(shop.url);
  await sandbox.stripe().paymentIntents.create({ amount: 500, currency: 'cad' });
  await shop.waitFor(3);
  await sandbox.webhooks.idle();
  expect(sandbox.webhooks.log()).toMatchObject([{ attempts: 3, state: 'delivered' }]);

  const deaf = await receiver(() => 500);
  const other = await sandboxFor(deaf.url);
  await other.stripe().paymentIntents.create({ amount: 500, currency: 'cad' });
  await deaf.waitFor(3);
  await other.webhooks.idle();
  expect(other.webhooks.log()).toMatchObject([{ attempts: 3, state: 'given-up' }]);
});

test('events can be dropped, held, sent twice and sent in the wrong order', async () => {
  const shop = await receiver();
  const sandbox = await sandboxFor(shop.url);

  await setMode(sandbox, 'drop');
  await pay(sandbox.stripe());
  await sandbox.webhooks.idle();
  expect(shop.received).toHaveLength(0);

  await setMode(sandbox, 'hold');
  await pay(sandbox.stripe());
  await sandbox.webhooks.idle();
  expect(shop.received).toHaveLength(0);
  await sandbox.app.inject({ method: 'POST', url: '/__control/webhooks/release', payload: { order: 'reverse' } });
  await sandbox.webhooks.idle();
  expect(shop.received.map(({ type }) => type)).toEqual(['payment_intent.succeeded', 'payment_intent.created']);

  shop.received.length = 0;
  await setMode(sandbox, 'reorder');
  await pay(sandbox.stripe());
  await sandbox.webhooks.idle();
  expect(shop.received.map(({ type }) => type)).toEqual(['payment_intent.succeeded', 'payment_intent.created']);

  shop.received.length = 0;
  await setMode(sandbox, 'duplicate');
  await pay(sandbox.stripe());
  await sandbox.webhooks.idle();
  expect(shop.received).toHaveLength(4);

  shop.received.length = 0;
  await setMode(sandbox, 'delay');
  await pay(sandbox.stripe());
  expect(await shop.waitFor(2)).toHaveLength(2);
});

test('a restart keeps payments, responses to used keys and undelivered events', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'pay-sandbox-'));
  closers.push(async () => rmSync(folder, { recursive: true }));
  const statePath = join(folder, 'state', 'pay-sandbox.json');
  const shop = await receiver();

  const first = await sandboxFor(shop.url, { statePath });
  await setMode(first, 'hold');
  const created = await first
    .stripe()
    .paymentIntents.create({ amount: 500, currency: 'cad' }, { idempotencyKey: 'attempt:1' });
  await first.close();
  expect(shop.received).toHaveLength(0);

  const second = await sandboxFor(shop.url, { statePath });
  await shop.waitFor(1);
  expect(await second.stripe().paymentIntents.retrieve(created.id)).toMatchObject({ amount: 500 });
  const again = await second
    .stripe()
    .paymentIntents.create({ amount: 500, currency: 'cad' }, { idempotencyKey: 'attempt:1' });
  expect(again.id).toBe(created.id);
});
