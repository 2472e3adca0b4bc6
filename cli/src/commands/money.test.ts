/** Tests refunds, payouts and sales in the terminal. */
import { anOrder } from 'shared-contracts/testing/builders';
import { foodhall, SITE } from '../testing/run-command';

const order = anOrder({ id: 41, order_number: 'K-101', state: 'completed' });
const line = order.order_items.data[0]?.id ?? 0;
const refund = {
  id: 7,
  amount: 4.2,
  state: 'unclear',
  source: 'operator',
  reason: 'Cold',
  by: { name: 'Ola' },
  error: 'unavailable: HTTP 500',
  items: { data: [{ order_item_id: line, quantity: 1 }] },
  created_at: '2026-11-23T12:00:00Z',
};
const responses = {
  'GET /orders/41': { body: { data: order } },
  'GET /orders/41/refunds': { body: { data: [refund], paid: 62.72, left: 58.52 } },
  'POST /orders/41/refunds': { status: 201, body: { data: refund } },
  'PUT /orders/41/refunds/7': { body: { data: { ...refund, state: 'refunded' } } },
};

describe('order show', () => {
  test('prints lines, refunds and the amount that is not refunded', async () => {
    const { code, printed } = await foodhall('order show 41', { responses });
    expect(code).toBe(0);
    const text = printed.join('\n');
    expect(text).toContain('Order K-101 at Kumo Ramen, completed');
    expect(text).toMatch(new RegExp(`${line} +2 +Tonkotsu ramen +\\$46.00 +1\\n`));
    expect(text).toContain('Paid $62.72, with tax and service charge. $58.52 is not refunded.');
    expect(text).toMatch(/7 +\$4\.20 +Ola +Cold +unclear: look at the provider.* \(unavailable: HTTP 500\)/);
  });

  test('prints the order and its refunds as JSON', async () => {
    const { printed } = await foodhall('order show 41 --json', { responses });
    expect(JSON.parse(printed.join('\n'))).toMatchObject({ order: { id: 41 }, refunds: { left: 58.52 } });
  });
});

describe('order refund', () => {
  test.each<[string, object]>([
    ['--reason Cold', { reason: 'Cold', dry_run: false }],
    ['--reason Cold --amount 4.20', { reason: 'Cold', amount: 4.2, dry_run: false }],
    ['--reason Cold --item 9', { reason: 'Cold', items: [{ id: 9, quantity: 1 }], dry_run: false }],
    [
      '--reason Cold --item 9:2 --item 10',
      {
        reason: 'Cold',
        items: [
          { id: 9, quantity: 2 },
          { id: 10, quantity: 1 },
        ],
        dry_run: false,
      },
    ],
    [
      '--reason Cold --amount 1 --made-at-provider',
      { reason: 'Cold', amount: 1, made_at_provider: true, dry_run: false },
    ],
  ])('sends the request of %s', async (options, body) => {
    const { code, requests } = await foodhall(`order refund 41 ${options}`, { responses });
    expect(code).toBe(0);
    expect(requests[0]).toMatchObject({ url: `${SITE}/api/v1/orders/41/refunds`, method: 'POST', body });
  });

  test('prints the amount on its way and the amount that is left', async () => {
    const { printed } = await foodhall('order refund 41 --reason Cold --amount 4.20', { responses });
    expect(printed).toEqual(['$4.20 of order K-101 is on its way back; the running site makes it. $58.52 is left.']);
  });

  test('prints the amount that it would refund', async () => {
    const { printed, requests } = await foodhall('order refund 41 --reason Cold --dry-run', { responses });
    expect(requests[0]?.body).toMatchObject({ dry_run: true });
    expect(printed).toEqual(['$4.20 of order K-101 would be refunded.', 'Nothing was changed: this was a dry run.']);
  });

  test('prints the tip in the amount that it would refund', async () => {
    const tipped = { ...responses, 'POST /orders/41/refunds': { body: { data: { ...refund, tip: 1.5 } } } };
    const { printed } = await foodhall('order refund 41 --reason Cold --dry-run', { responses: tipped });
    expect(printed[0]).toBe('$4.20 of order K-101 would be refunded. The tip of $1.50 is part of it.');
  });

  test.each([
    'order refund 41',
    'order refund K-101 --reason Cold',
    'order refund 41 --reason Cold --amount much',
    'order refund 41 --reason Cold --amount 0',
    'order refund 41 --reason Cold --item ramen',
    'order refund 41 --reason Cold --item 9:0',
    'order refund 41 --reason Cold --item 9 --amount 1',
    'order clear 41 7',
    'order clear 41 7 --made --not-made',
    'order clear 41 7 --made --withdraw',
    'payouts --from 2026-11-01',
    'payouts --from yesterday --to today',
  ])('ends with 2, and changes nothing: %s', async (args) => {
    const { code, errors, requests } = await foodhall(args, {
      responses: {
        ...responses,
        'GET /operated-venues': { body: { data: [{ id: 3, slug: 'pier-9', name: 'Pier 9' }] } },
      },
    });
    expect(code).toBe(2);
    expect(errors.join('\n')).not.toBe('');
    expect(requests.filter(({ method }) => method !== 'GET')).toEqual([]);
  });

  test('prints the sentence of a refusal', async () => {
    const refused = { status: 409, body: { message: 'All that was paid for this order was refunded.' } };
    const { code, errors } = await foodhall('order refund 41 --reason Cold', {
      responses: { ...responses, 'POST /orders/41/refunds': refused },
    });
    expect([code, errors]).toEqual([1, ['All that was paid for this order was refunded.']]);
  });

  test.each<[string, object]>([
    ['is lost', { isLost: true }],
    ['comes from a proxy', { status: 502, body: '<h1>Bad gateway</h1>' }],
    ['comes from no site', { status: 201, body: 'Welcome' }],
  ])('names the key if the response %s, and the same key gives the same refund', async (_what, response) => {
    const lost = await foodhall('order refund 41 --reason Cold', {
      responses: { ...responses, 'POST /orders/41/refunds': response },
    });
    expect(lost.code).toBe(1);
    const key = lost.requests[0]?.idempotencyKey;
    expect(lost.errors.at(-1)).toBe(
      `It may be stored: look with order show 41. The same refund again, which is stored once: --key ${key}`,
    );
    const again = await foodhall(`order refund 41 --reason Cold --key ${key}`, { responses });
    expect(again.code).toBe(0);
    expect(again.requests[0]?.idempotencyKey).toBe(key);
  });

  test('reports a stored refund, even if the order cannot be read afterwards', async () => {
    const { code, printed } = await foodhall('order refund 41 --reason Cold', {
      responses: { ...responses, 'GET /orders/41': { isLost: true } },
    });
    expect(code).toBe(0);
    expect(printed[0]).toContain('Refund 7 of order 41 is on its way back; the running site makes it.');
  });
});

test('order clear says whether an unclear refund was made', async () => {
  const { printed, requests } = await foodhall('order clear 41 7 --made', { responses });
  expect(requests[0]).toMatchObject({ method: 'PUT', body: { is_made: true } });
  expect(printed).toEqual(['Refund 7 is made.']);
});

test('order clear withdraws a delayed refund', async () => {
  const { printed, requests } = await foodhall('order clear 41 7 --withdraw', {
    responses: { 'PUT /orders/41/refunds/7': { body: { data: { ...refund, state: 'void' } } } },
  });
  expect(requests[0]).toMatchObject({ method: 'PUT', body: { withdraw: true } });
  expect(printed).toEqual(['Refund 7 is not made, as it was withdrawn or the money went back at the provider.']);
});

const venues = {
  'GET /operated-venues': {
    body: {
      data: [
        { id: 3, slug: 'pier-9', name: 'Pier 9' },
        { id: 4, slug: 'canal-street', name: 'Canal' },
      ],
    },
  },
};
const days = { from: '2026-11-01', to: '2026-11-30', timezone: 'America/Toronto' };
const of = { currency: 'CAD', currency_symbol: '$' };

describe('ledger check', () => {
  const days = { from: '2026-11-01', to: '2026-11-30', timezone: 'Europe/Paris' };
  const check = (data: object[], venue = 'canal-street') =>
    foodhall(`ledger check --venue ${venue}`, {
      responses: { ...venues, 'GET /venues/4/ledger/check': { body: { data, provider: 'compared', days } } },
    });

  test('says that the books are right', async () => {
    const { code, printed } = await check([]);
    expect(code).toBe(0);
    expect(printed).toEqual([
      'The ledger of Canal is right.',
      'The payments of 2026-11-01 to 2026-11-30 are as the provider has them.',
    ]);
  });

  test.each(['canal-street', '4', 'Canal'])('finds the venue by %s', async (venue) => {
    expect((await check([], venue)).printed[0]).toBe('The ledger of Canal is right.');
  });

  test('names each difference with its payment, and fails', async () => {
    const payment = { number: 'P-77', provider: 'Stripe', reference: 'pi_9' };
    const { code, errors } = await check([{ kind: 'fee', payment, currency: 'EUR', booked: 0.5, expected: 0.67 }]);
    expect(code).toBe(1);
    expect(errors.join('\n')).toMatch(/differs in 1 place\.\n.*\nP-77 +pi_9 +the fee +EUR0\.50 +EUR0\.67/);
  });
});

test('payouts prints the amount owed to each vendor', async () => {
  const payouts = {
    data: [
      { ...of, vendor: { id: 5, name: 'Kumo Ramen' }, orders: 2, shares: 33.73, refunds: 40, payout: -6.27 },
      { ...of, vendor: null, orders: 0, shares: 2.82, refunds: 0, payout: 2.82 },
    ],
    days,
  };
  const { printed } = await foodhall('payouts --venue canal --from 2026-11-01 --to 2026-11-30 --vendor 5', {
    responses: { ...venues, 'GET /venues/4/payouts?from=2026-11-01&to=2026-11-30&vendor=5': { body: payouts } },
  });
  expect(printed).toEqual([
    'Payouts of Canal, 2026-11-01 to 2026-11-30 (America/Toronto)',
    'vendor                     orders  shares  refunds  payout',
    '5 Kumo Ramen               2       $33.73  $40.00   -$6.27',
    'the venue: service charge  0       $2.82   $0.00    $2.82',
  ]);
});

test.each([
  ['', 'Name the venue with --venue. There are: pier-9, canal-street.'],
  ['--venue 9', "You run no venue '9'. There are: pier-9, canal-street."],
])('payouts %s asks for a venue of the site', async (options, sentence) => {
  const { code, errors } = await foodhall(`payouts ${options} --from 2026-11-01 --to 2026-11-30`, {
    responses: venues,
  });
  expect([code, errors]).toEqual([1, [sentence]]);
});

test('report sales prints days, vendors, items and the taxes by rate', async () => {
  const figures = { gross: 33.73, tax: 3.88, service_charge: 1.72, refunds: 11.25, refunded_tax: 1.3, net: 22.48 };
  const vendor = { id: 5, name: 'Kumo Ramen' };
  const sales = {
    data: [
      {
        ...of,
        total: {
          orders: 2,
          ...figures,
          taxes: [{ name: 'Alcohol', rate: 20, base: 9.99, amount: 2, refunded_base: 3.33, refunded: 0.67 }],
        },
        days: [{ day: '2026-11-20', orders: 2, ...figures }],
        vendors: [{ vendor, orders: 2, ...figures }],
        items: [
          { item: { id: 1, name: 'Ramen' }, vendor, quantity: 3, refunded_quantity: 1, ...figures },
          { item: null, vendor, quantity: 0, refunded_quantity: 0, ...figures, gross: 0 },
        ],
      },
    ],
    days,
  };
  const { printed } = await foodhall('report sales --venue 3 --from 2026-11-01 --to 2026-11-30', {
    responses: { ...venues, 'GET /venues/3/sales?from=2026-11-01&to=2026-11-30': { body: sales } },
  });
  const text = printed.join('\n');
  expect(text).toMatch(/2026-11-20 +2 +\$33\.73 +\$3\.88 +\$1\.72 +\$11\.25 +\$22\.48/);
  expect(text).toMatch(/total CAD +2 /);
  expect(text).toMatch(/Ramen +Kumo Ramen +3 +1 +\$33\.73/);
  expect(text).toContain('amounts, of no item');
  expect(text).toMatch(/Alcohol +20 % +\$9\.99 +\$2\.00 +\$0\.67/);
});
