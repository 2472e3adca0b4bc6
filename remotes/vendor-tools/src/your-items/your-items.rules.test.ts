import { aVariant, aVenue } from 'shared-contracts/testing';
import { kumo, listedRamen } from '../testing/stock';
import { listItems, priceText } from './your-items.rules';

const variant = (price: number, status: 'active' | 'inactive' = 'active') => aVariant({ id: price, price, status });
const priced = (...variants: ReturnType<typeof variant>[]) => listedRamen({ variants: { data: variants } });

test.each([
  ['of the only variant', priced(variant(16.5)), '$16.50'],
  ['of variants at one price', priced(variant(8), variant(8)), '$8.00'],
  ['of the cheapest variant', priced(variant(19.5), variant(10.25), variant(16.5)), 'from $10.25'],
  ['of active variants only', priced(variant(16.5), variant(11, 'inactive')), '$16.50'],
  ['of all variants if none is active', priced(variant(12, 'inactive'), variant(11, 'inactive')), 'from $11.00'],
  ['of the default variant if there is no other', priced(), '$16.50'],
])('shows the price %s', (_case, item, text) => {
  expect(priceText(item, aVenue())).toBe(text);
});

test.each([
  ['ZAR', '', 65, 'R65.00'],
  ['ZAR', ' ', 65, 'R65.00'],
  ['EUR', '€', 7.5, '€7.50'],
  ['JPY', '¥', 1650, '¥1,650'],
  ['KWD', 'KD', 1.005, 'KD1.005'],
])("in %s with the symbol '%s', %d is written as %s", (currency, currency_symbol, price, text) => {
  expect(priceText(priced(variant(price)), { currency, currency_symbol })).toBe(text);
});

const foundNames = (search: string) =>
  listItems(kumo([listedRamen(), listedRamen({ id: 22, name: 'Miso sweetcorn', status: 'inactive' })]), search).flatMap(
    ({ items }) => items.map(({ name }) => name),
  );

test.each([
  ['', ['Tonkotsu ramen', 'Miso sweetcorn']],
  ['MISO', ['Miso sweetcorn']],
  ['mísö', ['Miso sweetcorn']],
  ['broth BOWLS', ['Tonkotsu ramen', 'Miso sweetcorn']],
  ['bowls corn', ['Miso sweetcorn']],
  ['moon', []],
])("a search for '%s' finds %j", (search, names) => {
  expect(foundNames(search)).toEqual(names);
});
