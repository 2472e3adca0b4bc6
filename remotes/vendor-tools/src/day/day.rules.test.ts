import { aDay, dayTotals } from '../testing/day';
import {
  amountRows,
  daySheets,
  daysLater,
  dayText,
  itemText,
  moneyFormatter,
  parseDay,
  refundText,
  soFar,
} from './day.rules';

test.each([
  ['2026-11-20', -1, '2026-11-19'],
  ['2026-03-01', -1, '2026-02-28'],
  ['2028-02-28', 1, '2028-02-29'],
  ['2026-12-31', 1, '2027-01-01'],
  // These days have 23 and 25 hours in Toronto.
  ['2026-03-08', 1, '2026-03-09'],
  ['2026-11-01', 1, '2026-11-02'],
])('%s plus %i days is %s', (day, days, expected) => {
  expect(daysLater(day, days)).toBe(expected);
});

test.each([
  ['2026-11-20', '2026-11-20'],
  ['2026-11-31', undefined],
  ['2026-13-01', undefined],
  ['20 Nov', undefined],
  ['', undefined],
  [null, undefined],
])('reads %s in an address as the day %s', (text, day) => {
  expect(parseDay(text)).toBe(day);
});

test('writes a day in words, whatever the time zone of the device', () => {
  expect(dayText('2026-11-20')).toBe('20 Nov 2026');
});

test('says when an unfinished day was read, in the time of the venue', () => {
  expect(soFar(aDay())).toBe('So far, at 23:30');
  expect(soFar(aDay({ as_of: '2026-11-21T05:30:00Z' }))).toBeUndefined();
});

describe('the amounts of a day', () => {
  test('go from the sales to what is left, with the added tax', () => {
    expect(amountRows(dayTotals()).map(({ label, amount }) => [label, amount])).toEqual([
      ['Sales', 298.5],
      ['Service charge', 17.2],
      ['Tax', 41.04],
      ['Paid by customers', 356.74],
      ['Refunds', -5],
      ['Left', 351.74],
    ]);
  });

  test('have the tips between the tax and the paid amount', () => {
    const totals = dayTotals({ tips: 12, paid: 368.74, net: 363.74 });
    expect(
      amountRows(totals)
        .slice(2, 5)
        .map(({ label, amount }) => [label, amount]),
    ).toEqual([
      ['Tax', 41.04],
      ['Tips', 12],
      ['Paid by customers', 368.74],
    ]);
  });

  test('show tax that the prices include below the paid amount, as a part of it', () => {
    const taxes = [
      { name: 'Alcohol', rate: 20, base: 10, amount: 2, refunded: 0 },
      { name: 'VAT', rate: 15, base: 90, amount: 13, refunded: 0 },
    ];
    const amounts = amountRows(
      dayTotals({ sales: 115, service_charge: 0, tax_added: 0, taxes, paid: 115, refunds: 0, net: 115 }),
    );
    expect(amounts.map(({ label, amount, kind }) => [label, amount, kind])).toEqual([
      ['Sales', 115, undefined],
      ['Paid by customers', 115, 'sum'],
      ['Of that tax', 15, 'part'],
      ['Refunds', 0, undefined],
      ['Left', 115, 'sum'],
    ]);
  });
});

test('writes the refunds of an item in words', () => {
  const { items } = dayTotals();
  const money = moneyFormatter(dayTotals());
  expect(items.map((line) => [itemText(line), refundText(line, money)])).toEqual([
    ['Tonkotsu ramen', '1 refunded, -$3.00'],
    ['=Cider', undefined],
    ['Amounts that were refunded', '-$2.00'],
  ]);
});

test('the sheets have the amounts of the screen as numbers, each beside its currency', () => {
  const cad = (amount: number) => ({ amount, decimals: 2 });
  const sheets = daySheets(aDay());
  expect([...sheets.keys()]).toEqual(['Day', 'Tax', 'Items']);
  expect(sheets.get('Day')).toEqual([
    ['Stall', 'Kumo Ramen'],
    ['Day', { day: '2026-11-20' }],
    ['Time zone', 'America/Toronto'],
    ['As of', { day: '2026-11-20', time: '23:30' }],
    ['Orders', 12, ''],
    ['Cancelled', 1, ''],
    ['Items sold', 30, ''],
    ['Sales', cad(298.5), 'CAD'],
    ['Service charge', cad(17.2), 'CAD'],
    ['Tax', cad(41.04), 'CAD'],
    ['Paid by customers', cad(356.74), 'CAD'],
    ['Refunds', cad(-5), 'CAD'],
    ['Left', cad(351.74), 'CAD'],
  ]);
  expect(sheets.get('Tax')?.at(-1)).toEqual(['HST', 13, cad(315.7), cad(41.04), cad(0.57), 'CAD']);
  expect(sheets.get('Items')?.slice(1)).toEqual([
    ['Tonkotsu ramen', 28, 1, cad(278.6), cad(3), 'CAD'],
    ['=Cider', 2, 0, cad(19.9), cad(0), 'CAD'],
    ['Amounts that were refunded', 0, 0, cad(0), cad(2), 'CAD'],
  ]);
});
