import { cartOfTwo } from '../testing/carts';
import { type KnownCart, latestCart, shownCart } from './latest-cart.rules';

const cart = (id: number, version: number, state: 'new' | 'paid' = 'new') =>
  shownCart(cartOfTwo({ id, version, state }));
const none = (endedId?: number): KnownCart => ({ data: null, endedId });

test.each<[string, KnownCart | undefined, KnownCart, KnownCart]>([
  ['the first body is stored', undefined, { data: cart(5, 3) }, { data: cart(5, 3) }],
  ['a newer version replaces an older one', { data: cart(5, 3) }, { data: cart(5, 4) }, { data: cart(5, 4) }],
  [
    'an older version that arrives late changes nothing',
    { data: cart(5, 4) },
    { data: cart(5, 3) },
    { data: cart(5, 4) },
  ],
  ['a new cart replaces the previous one', { data: cart(5, 9) }, { data: cart(6, 1) }, { data: cart(6, 1) }],
  [
    'a late body of the previous cart does not change the new one',
    { data: cart(6, 1) },
    { data: cart(5, 9) },
    { data: cart(6, 1) },
  ],
  ['a paid cart leaves no open cart', { data: cart(5, 3) }, { data: cart(5, 3, 'paid') }, none(5)],
  ['a paid cart does not come back', none(5), { data: cart(5, 3) }, none(5)],
  ['a new cart replaces a paid one', none(5), { data: cart(6, 1) }, { data: cart(6, 1), endedId: 5 }],
  ['the end of one cart does not end the next', { data: cart(6, 1) }, none(5), { data: cart(6, 1), endedId: 5 }],
  ['the end of the current cart leaves no open cart', { data: cart(5, 3) }, none(5), none(5)],
  ['a response without a cart leaves no open cart', undefined, none(), none()],
])('%s', (_title, known, arrived, expected) => {
  expect(latestCart(known, arrived)).toEqual(expected);
});

test('the body that arrives last wins at the same version, because a price may have changed', () => {
  const repriced = shownCart(cartOfTwo({ payable: false }));
  expect(latestCart({ data: shownCart(cartOfTwo()) }, { data: repriced }).data).toBe(repriced);
});

test('the `paymentnumber` of the API becomes the `paymentId` of the screens', () => {
  expect(shownCart(cartOfTwo({ paymentnumber: 'P000123' })).paymentId).toBe('P000123');
});
