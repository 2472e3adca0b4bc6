// What can happen to one payment. Each kind is given a buyer with a full cart and plays its part to the end; what it leaves
// unfinished is for the webhooks and the reconciler.
import { randomUUID } from 'node:crypto';

/** The ordinary way: start, card, and the page's call once or several times at the same moment. */
async function plain(buyer) {
  const started = await buyer.start();
  if (!started) return;
  await buyer.enterCard(started);
  await buyer.finish(started, buyer.random.int(1, 3));
}

async function doubleStart(buyer) {
  const starts = await Promise.all([buyer.start(), buyer.start(), buyer.start()]);
  buyer.tally('double starts');
  const [started] = starts.filter(Boolean);
  if (!started) return;
  await buyer.enterCard(started);
  await buyer.finish(started);
}

/** Paid, and the tab is closed before the page hears of it. */
async function closedTab(buyer) {
  const started = await buyer.start();
  if (started && (await buyer.enterCard(started))) buyer.tally('tabs closed after paying');
}

async function declined(buyer) {
  const refused = await buyer.start();
  if (!refused) return;
  await buyer.enterCard(refused, 'bad');
  await buyer.finish(refused);
  buyer.tally('declined cards');
  await plain(buyer);
}

async function givesUp(buyer) {
  const started = await buyer.start();
  if (!started) return;
  if (buyer.random.chance(0.5)) await buyer.enterCard(started, 'bad');
  buyer.tally('payments given up');
}

/** One cart in two tabs, both of which start, pay and come back. */
async function twoTabs(buyer) {
  const tabs = (await Promise.all([buyer.start(), buyer.start()])).filter(Boolean);
  buyer.tally('carts in two tabs');
  await Promise.all(
    tabs.map(async (tab) => {
      await buyer.enterCard(tab);
      await buyer.finish(tab, buyer.random.int(1, 2));
    }),
  );
}

/** The cart changes while the form is open; the old form is paid all the same, where the provider still lets it. */
async function changedCart(buyer) {
  const started = await buyer.start();
  if (!started) return;
  await buyer.showForm(started);
  await buyer.changeCart();
  buyer.tally('carts changed after the start');
  await buyer.enterCard(started);
  await buyer.finish(started, buyer.random.int(1, 2));
}

/** Two forms for two states of one cart, and both are paid: one of the payments is surplus. */
async function paysBoth(buyer) {
  const first = await buyer.start();
  if (!first) return;
  await buyer.showForm(first);
  const paidFirst = buyer.provider === 'Stripe' && buyer.random.chance(0.5) ? await buyer.enterCard(first) : null;
  await buyer.changeCart();
  buyer.tally('carts changed after the start');
  const second = await buyer.start();
  const paid = [paidFirst ?? (await buyer.enterCard(first)), second !== null && (await buyer.enterCard(second))];
  if (paid.every(Boolean)) buyer.tally('carts paid twice');
  const open = [first, second].filter(Boolean);
  await Promise.all(buyer.random.shuffled(open).map((started) => buyer.finish(started)));
}

/** After money came that was not what was asked for, some buyers try again. */
async function wrongMoney(buyer, site, faults) {
  await site.control('PUT', '/faults', faults);
  const started = await buyer.start();
  if (!started) return;
  await buyer.enterCard(started);
  const [status] = await buyer.finish(started);
  if (status === 409 && buyer.random.chance(0.5)) await plain(buyer);
}

const wrongAmount = (buyer, site) =>
  wrongMoney(buyer, site, { wrongAmount: { times: 1, by: buyer.random.pick([-1, 1, -100, 1_000]) } });
const wrongCurrency = (buyer, site) => wrongMoney(buyer, site, { wrongCurrency: { times: 1, currency: 'usd' } });

/** The provider takes its time. A second start meanwhile is refused; some are told the end at once, others later. */
async function processing(buyer, site) {
  if (buyer.provider === 'Global') return plain(buyer);
  await site.control('PUT', '/faults', { processing: { times: 1 } });
  const started = await buyer.start();
  if (!started) return;
  await buyer.enterCard(started);
  const [status] = await buyer.finish(started);
  if (status === 202) buyer.tally('payments in process');
  await buyer.start();
  if (buyer.random.chance(0.5)) await endProcessing(site, started);
}

/** Does nothing for a payment that is not being processed. */
export async function endProcessing(site, { provider, reference }) {
  if (provider === 'Stripe') await site.control('POST', '/stripe/settle', { id: reference });
  if (provider === 'Paystack') await site.control('POST', '/paystack/settle', { reference });
}

/** A payment that bought something is handed in for another cart. */
async function replayed(buyer) {
  const started = await buyer.start();
  if (!started) return;
  await buyer.enterCard(started);
  const [status] = await buyer.finish(started);
  if (status !== 200) return;
  await buyer.fillCart();
  const body = { reference: started.reference, ...(started.answer && { response: started.answer }) };
  await buyer.refused(['REFERENCE_OF_ANOTHER_CART'], 'POST', buyer.pathOf(buyer.cart.id), body);
  if (buyer.random.chance(0.5)) await plain(buyer);
}

/** Somebody else says that it was paid: with a webhook, or with the hosted page's answer. */
async function forged(buyer) {
  const started = await buyer.start();
  if (!started) return;
  const { provider } = buyer;
  if (provider === 'Global') {
    await buyer.showForm(started);
    const answer = { ORDER_ID: started.reference, RESULT: '00', SHA1HASH: 'a'.repeat(40) };
    const encoded = Object.entries(answer).map(([name, value]) => [name, Buffer.from(value).toString('base64')]);
    const body = { reference: started.reference, response: JSON.stringify(Object.fromEntries(encoded)) };
    await buyer.refused(['FORGED_ANSWER'], 'POST', buyer.pathOf(started.cartId), body);
    return;
  }
  const path = `/webhooks/${provider.toLowerCase()}/${buyer.cart.venue_id}`;
  const event =
    provider === 'Stripe'
      ? {
          id: `evt_${randomUUID()}`,
          object: 'event',
          type: 'payment_intent.succeeded',
          data: { object: { id: started.reference, object: 'payment_intent', status: 'succeeded' } },
        }
      : { event: 'charge.success', data: { reference: started.reference, status: 'success' } };
  await buyer.refused(['BAD_SIGNATURE'], 'POST', path, event, {
    'stripe-signature': `t=${Math.floor(Date.now() / 1000)},v1=${'0'.repeat(64)}`,
    'x-paystack-signature': '0'.repeat(128),
  });
}

/** The form stays open for more than a day, and is then paid. */
async function paysLate(buyer) {
  const started = await buyer.start();
  if (!started) return;
  await buyer.showForm(started);
  return { buyer, started };
}

/** Dealt like cards, so that every kind comes up; their number shares no divisor with the three providers. */
export const KINDS = [
  ...Array.from({ length: 5 }, () => ['plain', plain]),
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
];
