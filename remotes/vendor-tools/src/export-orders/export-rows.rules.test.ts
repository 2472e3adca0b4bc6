import { A_ROW, chosenOption, exportedLine, exportedOrder } from '../testing/orders';
import { EXPORT_COLUMNS } from './export-columns';
import { exportedOrders, exportRows } from './export-rows.rules';

const TORONTO = 'America/Toronto';

/** Returns the first row's cells by column. */
const cells = (part: Parameters<typeof exportedOrder>[0], timeZone = TORONTO) =>
  Object.fromEntries(
    EXPORT_COLUMNS.map((column, index) => [column, exportRows(exportedOrder(part), timeZone)[0]?.[index]]),
  );

test('gives an item without options one row, with the option N/A, price 0 and quantity 1', () => {
  expect(exportRows(exportedOrder(), TORONTO)).toEqual([A_ROW]);
});

test('gives an item with options one row for each option, with quantity 1', () => {
  const options = [chosenOption('Soy-cured egg', 2), chosenOption('Butter', 1.5, 62)];
  const rows = exportRows(
    exportedOrder({ order_items: { data: [exportedLine({ item_options: { data: options } })] } }),
    TORONTO,
  );
  expect(rows.map((row) => row.slice(10, 13))).toEqual([
    ['Soy-cured egg', 2, 1],
    ['Butter', 1.5, 1],
  ]);
  expect(rows.map((row) => row[4])).toEqual(['Tonkotsu ramen', 'Tonkotsu ramen']);
});

test('gives every row one cell for each column', () => {
  const data = [
    exportedLine(),
    exportedLine({ item_options: { data: [chosenOption('Egg', 2), chosenOption('Butter', 1)] } }),
  ];
  const rows = exportRows(exportedOrder({ order_items: { data } }), TORONTO);
  expect(EXPORT_COLUMNS).toHaveLength(16);
  expect(rows.map((row) => row.length)).toEqual([16, 16, 16]);
});

test.each([
  ['Service Charge', { service_fee: 2.5 }, 0],
  ['Grand Total', { total: 46.1 }, 46.1],
  ['Delivery Method', { delivery_method: 'deliver' as const }, 'deliver'],
  ['Delivery Method', { delivery_method: null }, 'N/A'],
  ['Order Number', { order_number: null }, 'N/A'],
  ['Grand Total', { total: Number.NaN }, 0],
  [
    'Item',
    {
      order_items: {
        data: [
          exportedLine({ variant: { ...exportedLine().variant, item: { ...exportedLine().variant.item, name: ' ' } } }),
        ],
      },
    },
    'N/A',
  ],
])('the column %s of %j is %j', (column, part, value) => {
  expect(cells(part)[column]).toBe(value);
});

test('writes the date and time in the time zone of the venue', () => {
  const late = { created_at: '2026-11-21T03:59:00.000Z' };
  expect(cells(late)).toMatchObject({ 'Date Order Placed': '2026/11/20', 'Time Order Placed': '22:59' });
  expect(cells(late, 'Africa/Johannesburg')).toMatchObject({
    'Date Order Placed': '2026/11/21',
    'Time Order Placed': '05:59',
  });
});

test('exports only orders of the current vendor that were created on or after the start', () => {
  const start = new Date('2026-11-20T05:00:00.000Z');
  const orders = [
    exportedOrder({ id: 1, created_at: start.toISOString() }),
    exportedOrder({ id: 2, created_at: '2026-11-20T04:59:59.999Z' }),
    exportedOrder({ id: 3, vendor: { ...exportedOrder().vendor, id: 8 } }),
  ];
  expect(exportedOrders(orders, 7, start).map(({ id }) => id)).toEqual([1]);
  expect(exportedOrders(orders, 7, null).map(({ id }) => id)).toEqual([1, 2]);
});
