import { addOf, type Line, usualDelivery } from './orders';

const LINE: Line = { venue_id: 1, vendor_id: 2, variant_id: 3, price: 8.2, options_total: 0, options: [] };

describe('the amounts of an add', () => {
  it.each([
    ['one without options', LINE, 1, { item_total: 8.2, total: 8.2 }],
    ['several, to the cent where sums of decimals are not', LINE, 3, { item_total: 24.6, total: 24.6 }],
    ['with options, which only the total has', { ...LINE, options_total: 0.7 }, 3, { item_total: 24.6, total: 26.7 }],
    [
      'a currency of three decimals',
      { ...LINE, price: 1.005, options_total: 0.1 },
      2,
      { item_total: 2.01, total: 2.21 },
    ],
  ])('%s', (_what, line, quantity, amounts) => {
    expect(addOf(line, quantity)).toMatchObject({ ...amounts, quantity, price: line.price });
  });
});

describe('the usual delivery', () => {
  it.each([
    ['is to collect where the vendor allows it', ['table', 'collect'] as const, 'collect', 'collect', ''],
    ['is else brought to where the vendor goes first', ['room', 'table'] as const, 'deliver', 'room', '12'],
  ])('%s', (_what, types, method, type, location) => {
    expect(usualDelivery(types)).toMatchObject({
      delivery_method: method,
      delivery_method_type: type,
      delivery_method_location: location,
    });
  });
});
