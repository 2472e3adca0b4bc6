import { anEntry, anOrder } from 'shared-contracts/testing';
import type { Order } from 'shared-contracts/types';
import { buildReceipt, cardTotals, paidText, shownState } from './order.rules';

test('the card adds the order’s own tax, leaves the service fee out and says so', () => {
  expect(cardTotals(anOrder())).toEqual({
    taxLabel: 'HST',
    tax: '$7.09',
    total: '$61.59',
    without: 'excl. service fee',
  });
  expect(cardTotals(anOrder({ service_fee: 0 })).without).toBeNull();
  expect(cardTotals(anOrder({ tip: 5 }))).toMatchObject({ total: '$61.59', without: 'excl. service fee and tip' });
  expect(cardTotals(anOrder({ service_fee: 0, tip: 5 })).without).toBe('excl. tip');
});

test('the card shows included tax without adding it', () => {
  const order = anOrder({
    tax_inclusive: 'Includes',
    tax_name: 'VAT',
    total: 115,
    tax_amount: 15,
    currency_symbol: 'R',
  });
  expect(cardTotals(order)).toMatchObject({ taxLabel: 'VAT (included)', tax: 'R15.00', total: 'R115.00' });
});

test('the receipt adds service fee, tax and the service fee’s tax', () => {
  expect(buildReceipt(anOrder())).toEqual({
    rows: [
      { label: 'Items', amount: '$54.50' },
      { label: 'Service fee', amount: '$1.00' },
      { label: 'HST', amount: '$7.22' },
    ],
    total: { label: 'Total', amount: '$62.72' },
  });
});

test('the receipt has a tip below the tax, and in its total', () => {
  const { rows, total } = buildReceipt(anOrder({ tip: 2.5 }));
  expect(rows.at(-1)).toEqual({ label: 'Tip', amount: '$2.50' });
  expect(total.amount).toBe('$65.22');
});

test('the receipt lists several rates below the tax, and none if the whole order has the venue’s own tax', () => {
  const hst = { name: 'HST', rate: 13, base: 50, amount: 6.5 };
  const shownRates = (taxes: Order['taxes']) => buildReceipt(anOrder({ taxes })).rows.at(-1)?.rates;
  expect(shownRates([hst, { name: 'Alcohol', rate: 20, base: 2.95, amount: 0.59 }])).toEqual([
    'HST 13\u00a0% on $50.00: $6.50',
    'Alcohol 20\u00a0% on $2.95: $0.59',
    'HST on the service fee: $0.13',
  ]);
  expect(shownRates([{ ...hst, name: 'Alcohol' }])?.[0]).toBe('Alcohol 13\u00a0% on $50.00: $6.50');
  expect(shownRates([hst])).toBeUndefined();
  expect(shownRates(undefined)).toBeUndefined();
});

test('the amount paid is the total and the service fee if the prices include tax', () => {
  expect(paidText(anOrder({ tax_inclusive: 'Includes' }))).toBe('$55.50');
});

test.each([
  ['of its queue entry', anOrder(), anEntry({ state: 'busy' }), 'done', 'busy'],
  [
    'collected if it is completed, whatever the address says',
    anOrder({ state: 'completed' }),
    undefined,
    'done',
    'collected',
  ],
  ['of the address if it has no entry', anOrder(), undefined, 'done', 'done'],
  ['of no queue if the address has an unknown state', anOrder(), undefined, 'eaten', undefined],
  ['of no queue if it is cancelled', anOrder({ state: 'cancelled' }), undefined, 'done', undefined],
] as const)('an order is shown in the state %s', (_case, order, entry, hint, state) => {
  expect(shownState(order, entry, hint)).toBe(state);
});
