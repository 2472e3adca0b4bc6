// The possible courses of one payment. Each kind gets a buyer with a full cart and plays to its end. Webhooks and the reconciler complete
// the payments that a kind leaves open.
import { randomUUID } from 'node:crypto';
import type { Sandbox } from '../client/sandbox';
import { type Buyer, handInOf, type Payment } from './buyer';

type Play = (buyer: Buyer, sandbox: Sandbox) => Promise<void>;

const isStarted = (payment: Payment | null): payment is Payment => payment !== null;

/** Pays in the ordinary way: start, card, and the page's call once or several times at the same moment. */
async function plain(buyer: Buyer): Promise<void> {
  const started = await buyer.start();
  if (!started) return;
  await buyer.enterCard(started);
  await buyer.finish(started, buyer.random.int(1, 3));
}

async function doubleStart(buyer: Buyer): Promise<void> {
  const starts = await Promise.all([buyer.start(), buyer.start(), buyer.start()]);
  buyer.tally('double starts');
  const [started] = starts.filter(isStarted);
  if (!started) return;
  await buyer.enterCard(started);
  await buyer.finish(started);
}

/** Pays, and closes the tab before the page gets the result. */
async function closedTab(buyer: Buyer): Promise<void> {
  const started = await buyer.start();
  if (started && (await buyer.enterCard(started))) buyer.tally('tabs closed after paying');
}

async function declined(buyer: Buyer): Promise<void> {
  const refused = await buyer.start();
  if (!refused) return;
  await buyer.enterCard(refused, 'bad');
  await buyer.finish(refused);
  buyer.tally('declined cards');
  await plain(buyer);
}

async function givesUp(buyer: Buyer): Promise<void> {
  const started = await buyer.start();
  if (!started) return;
  if (buyer.random.chance(0.5)) await buyer.enterCard(started, 'bad');
  buyer.tally('payments given up');
}

/** Pays one cart in two tabs, both of which start, pay and come back. */
async function twoTabs(buyer: Buyer): Promise<void> {
  const tabs = (await Promise.all([buyer.start(), buyer.start()])).filter(isStarted);
  buyer.tally('carts in two tabs');
  await Promise.all(
    tabs.map(async (tab) => {
      await buyer.enterCard(tab);
      await buyer.finish(tab, buyer.random.int(1, 2));
    }),
  );
}

/** Changes the cart while the form is open, and pays the old form all the same if the provider still accepts it. */
async function changedCart(buyer: Buyer): Promise<void> {
  const started = await buyer.start();
  if (!started) return;
  await buyer.showForm(started);
  await buyer.changeCart();
  buyer.tally('carts changed after the start');
  await buyer.enterCard(started);
  await buyer.finish(started, buyer.random.int(1, 2));
}

/** Pays two forms for two states of one cart, so that one of the payments is surplus. */
async function paysBoth(buyer: Buyer): Promise<void> {
  const first = await buyer.start();
  if (!first) return;
  await buyer.showForm(first);
  const paidFirst = buyer.provider === 'Stripe' && buyer.random.chance(0.5) ? await buyer.enterCard(first) : null;
  await buyer.changeCart();
  buyer.tally('carts changed after the start');
  const second = await buyer.start();
  const paid = [paidFirst ?? (await buyer.enterCard(first)), second !== null && (await buyer.enterCard(second))];
  if (paid.every(Boolean)) buyer.tally('carts paid twice');
  const open = [first, second].filter(isStarted);
  await Promise.all(buyer.random.shuffled(open).map((started) => buyer.finish(started)));
}

/** Pays while the provider charges another amount or currency. Afterwards some buyers try again. */
async function wrongMoney(buyer: Buyer, sandbox: Sandbox, faults: object): Promise<void> {
  await sandbox.control('PUT', '/faults', faults);
  const started = await buyer.start();
  if (!started) return;
  await buyer.enterCard(started);
  const [status] = await buyer.finish(started);
  if (status === 409 && buyer.random.chance(0.5)) await plain(buyer);
}

const wrongAmount: Play = (buyer, sandbox) =>
  wrongMoney(buyer, sandbox, { wrongAmount: { times: 1, by: buyer.random.pick([-1, 1, -100, 1_000]) } });
const wrongCurrency: Play = (buyer, sandbox) =>
  wrongMoney(buyer, sandbox, { wrongCurrency: { times: 1, currency: 'usd' } });

/** Makes the provider take long. A second start meanwhile is refused. Some buyers get the result at once, others later. */
async function processing(buyer: Buyer, sandbox: Sandbox): Promise<void> {
  if (buyer.provider === 'Global') return plain(buyer);
  await sandbox.control('PUT', '/faults', { processing: { times: 1 } });
  const started = await buyer.start();
  if (!started) return;
  await buyer.enterCard(started);
  const [status] = await buyer.finish(started);
  if (status === 202) buyer.tally('payments in process');
  await buyer.start();
  if (buyer.random.chance(0.5)) await sandbox.settle(started);
}

/** Presents a payment that already bought something for another cart. */
async function replayed(buyer: Buyer): Promise<void> {
  const started = await buyer.start();
  if (!started) return;
  await buyer.enterCard(started);
  const [status] = await buyer.finish(started);
  if (status !== 200) return;
  await buyer.fillCart();
  await buyer.refusedFor(buyer.cart().id, ['REFERENCE_OF_ANOTHER_CART'], handInOf(started));
  if (buyer.random.chance(0.5)) await plain(buyer);
}

/** Forges a payment with a webhook or with the hosted page's response. */
async function forged(buyer: Buyer): Promise<void> {
  const started = await buyer.start();
  if (!started) return;
  const { provider } = buyer;
  if (provider === 'Global') {
    await buyer.showForm(started);
    const response = { ORDER_ID: started.reference, RESULT: '00', SHA1HASH: 'a'.repeat(40) };
    const encoded = Object.entries(response).map(([name, value]) => [name, Buffer.from(value).toString('base64')]);
    const body = { reference: started.reference, response: JSON.stringify(Object.fromEntries(encoded)) };
    await buyer.refusedFor(started.cartId, ['FORGED_ANSWER'], body);
    return;
  }
  const path = `/webhooks/${provider.toLowerCase()}/${buyer.cart().venue_id}`;
  const event =
    provider === 'Stripe'
      ? {
          id: `evt_${randomUUID()}`,
          object: 'event',
          type: 'payment_intent.succeeded',
          data: { object: { id: started.reference, object: 'payment_intent', status: 'succeeded' } },
        }
      : { event: 'charge.success', data: { reference: started.reference, status: 'success' } };
  const headers = {
    'stripe-signature': `t=${Math.floor(Date.now() / 1000)},v1=${'0'.repeat(64)}`,
    'x-paystack-signature': '0'.repeat(128),
  };
  await buyer.refused(['BAD_SIGNATURE'], { method: 'POST', path, body: event, headers });
}

/** Pays, and then refunds: as the operator, as a person in the provider's dashboard, or as both at the same moment. */
async function refunded(buyer: Buyer, sandbox: Sandbox): Promise<void> {
  const started = await buyer.start();
  if (!started) return;
  await buyer.enterCard(started);
  const [status] = await buyer.finish(started);
  if (status !== 200) return;
  const { random, provider } = buyer;
  buyer.hasRefunds(started);
  const inDashboard = async (amount: number) => {
    const body = { provider, reference: started.reference, amount };
    // The provider refuses a refund that is larger than the rest.
    const isMade = await sandbox.control('POST', '/refund', body).then(
      () => true,
      () => false,
    );
    if (isMade) buyer.tally('refunds in the dashboard');
    return isMade;
  };
  for (const order of random.shuffled(buyer.cart().orders.data)) {
    const [line] = order.order_items.data;
    const amount = random.pick([0.01, 1, 2.5]);
    const bodies: readonly object[] = [{}, { amount }, ...(line ? [{ items: [{ id: line.id, quantity: 1 }] }] : [])];
    await buyer.refundAsOperator(order.id, random.pick(bodies));
    if (random.chance(0.5)) continue;
    if (provider !== 'Global') {
      await Promise.all([inDashboard(random.int(1, 300)), buyer.refundAsOperator(order.id, random.pick(bodies))]);
      continue;
    }
    // The provider reports no refund, so the operator records the one that was made there.
    const recorded = await buyer.refundAsOperator(order.id, { amount, made_at_provider: true });
    if (recorded !== null && !(await inDashboard(recorded))) throw new Error(`Global did not refund ${recorded}`);
  }
}

/** Leaves the form open for more than a day, and then pays. */
async function paysLate(buyer: Buyer): Promise<void> {
  const started = await buyer.start();
  if (!started) return;
  await buyer.showForm(started);
  buyer.payLater(started);
}

/** The kinds, dealt like cards so that every kind comes up. Their number has no divisor in common with the number of providers, three. */
export const KINDS: readonly (readonly [name: string, play: Play])[] = [
  ...Array.from({ length: 5 }, () => ['plain', plain] as const),
  ['double start', doubleStart],
  ['closed tab', closedTab],
  ['closed tab', closedTab],
  ['declined', declined],
  ['gives up', givesUp],
  ['two tabs', twoTabs],
  ['changed cart', changedCart],
  ['pays both', paysBoth],
  ['pays both', paysBoth],
  ['wrong amount', wrongAmount],
  ['wrong currency', wrongCurrency],
  ['processing', processing],
  ['replayed', replayed],
  ['forged', forged],
  ['pays late', paysLate],
  ['refunded', refunded],
  ['refunded', refunded],
  ['refunded', refunded],
];
