import { aLine, anOrder } from 'shared-contracts/testing';
import { allergensText, choicesText, deliveryPlace, matchesSearch, orderPath, receiveLabel } from './order-words.rules';

test.each([
  ['ramen', true],
  ['KUMO 2058', true],
  ['thandi gyoza', true],
  ['table 12', true],
  ['pizza', false],
  ['kumo pizza', false],
])('a search for %j finds the order: %s', (search, isFound) => {
  expect(matchesSearch(anOrder(), search)).toBe(isFound);
});

test.each([
  [{ delivery_method: 'collect', delivery_method_type: 'collect' }, 'Collect', 'Collect'],
  [
    { delivery_method: 'deliver', delivery_method_type: 'table', delivery_method_location: '4' },
    'Table 4',
    'Delivered',
  ],
  [
    { delivery_method: 'deliver', delivery_method_type: 'room', delivery_method_location: '408' },
    'Room 408',
    'Delivered',
  ],
  [
    { delivery_method: 'deliver', delivery_method_type: 'room', delivery_method_location: 'Room 204' },
    'Room 204',
    'Delivered',
  ],
  [
    { delivery_method: 'deliver', delivery_method_type: 'address', delivery_method_location: '1 Quay' },
    '1 Quay',
    'Delivered',
  ],
] as const)('an order with %j goes to %s, and its buyer’s button says %s', (order, location, button) => {
  expect(deliveryPlace(anOrder(order))).toBe(location);
  expect(receiveLabel(anOrder(order))).toBe(button);
});

test('writes the variant and the options of a line, and leaves out a variant named like its item', () => {
  expect(choicesText(aLine({ options: ['soy-cured egg', 'butter'] }))).toBe('Large · soy-cured egg · butter');
  expect(choicesText(aLine({ item: 'Green tea', variantName: 'Green tea' }))).toBe('');
});

test('the path of an order carries state and queue entry as hints', () => {
  expect(orderPath(41, 'done', 5)).toBe('/order?id=41&state=done&queue_id=5');
  expect(orderPath(41, 'collected')).toBe('/order?id=41&state=collected');
});

test.each([
  [undefined, ''],
  [[], 'None of the 14 allergens'],
  [['milk' as const, 'nuts' as const], 'Contains milk, nuts'],
])('the allergens %j of a line read %j', (allergens, text) => {
  expect(allergensText(aLine({ allergens }))).toBe(text);
});
