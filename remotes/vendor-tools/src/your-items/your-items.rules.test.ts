import { aVariant } from 'shared-contracts/testing';
import { kumo, listedRamen } from '../testing/stock';
import { listItems, pricesOf } from './your-items.rules';

const variant = (price: number, status: 'active' | 'inactive' = 'active') => aVariant({ id: price, price, status });
const priced = (...variants: ReturnType<typeof variant>[]) => listedRamen({ variants: { data: variants } });

test.each([
  ['of the only variant', priced(variant(16.5)), [16.5]],
  ['of each variant', priced(variant(19.5), variant(10.25)), [19.5, 10.25]],
  ['of active variants only', priced(variant(16.5), variant(11, 'inactive')), [16.5]],
  ['of all variants if none is active', priced(variant(12, 'inactive'), variant(11, 'inactive')), [12, 11]],
  ['of the default variant if there is no other', priced(), [16.5]],
])('lists the prices %s', (_case, item, prices) => {
  expect(pricesOf(item)).toEqual(prices);
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
