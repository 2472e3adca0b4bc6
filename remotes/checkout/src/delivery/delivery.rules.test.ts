import type { DeliveryChoice } from 'shared-contracts/rules/delivery';
import type { DeliveryMethodType, Order } from 'shared-contracts/types';
import { ramenOrder } from '../testing/carts';
import { choiceForAll, forAll } from './delivery.rules';

const COLLECT: DeliveryChoice = { method: 'collect', type: 'collect', location: '' };
const table = (location: string): DeliveryChoice => ({ method: 'deliver', type: 'table', location });
const NOT_CHOSEN: DeliveryChoice = { method: '', type: '', location: '' };

type Other = [name: string, offered: DeliveryMethodType[], choice: DeliveryChoice];
const orderOf = ([name, offered, { method, type, location }]: Other, at: number): Order =>
  ramenOrder({
    id: at,
    delivery_method: method || null,
    delivery_method_type: type || null,
    delivery_method_location: location,
    vendor: { ...ramenOrder().vendor, name, delivery_method_types: offered },
  });
const namesOf = (orders: readonly Order[]) => orders.map(({ vendor }) => vendor.name);

const PICO_AT_12: Other = ['Pico', ['collect', 'table'], table('12')];
const PICO_WAITS: Other = ['Pico', ['collect', 'table'], NOT_CHOSEN];
const FORNO_WAITS: Other = ['Forno', ['collect'], NOT_CHOSEN];
const FORNO_COLLECTS: Other = ['Forno', ['collect'], COLLECT];

test.each<[string, DeliveryChoice, Other[], { taking: string[]; refusing: string[]; isOffered: boolean }]>([
  ['is not offered without other orders', COLLECT, [], { taking: [], refusing: [], isOffered: false }],
  ['applies to an order without a choice', COLLECT, [PICO_WAITS], { taking: ['Pico'], refusing: [], isOffered: true }],
  [
    'applies to an order with another choice',
    COLLECT,
    [PICO_AT_12],
    { taking: ['Pico'], refusing: [], isOffered: true },
  ],
  [
    'applies to an order for another table',
    table('13'),
    [PICO_AT_12],
    { taking: ['Pico'], refusing: [], isOffered: true },
  ],
  [
    'leaves out an order that has it already',
    table(' 12 '),
    [PICO_AT_12],
    { taking: [], refusing: [], isOffered: false },
  ],
  [
    'ignores the location when the method is collect',
    { ...COLLECT, location: '12' },
    [FORNO_COLLECTS],
    { taking: [], refusing: [], isOffered: false },
  ],
  [
    'names a vendor that does not offer it',
    table('12'),
    [FORNO_COLLECTS],
    { taking: [], refusing: ['Forno'], isOffered: false },
  ],
  [
    'applies to some orders and names the vendors that do not offer it',
    table('12'),
    [PICO_WAITS, PICO_AT_12, FORNO_COLLECTS],
    { taking: ['Pico'], refusing: ['Forno'], isOffered: true },
  ],
  [
    'is offered while an order has no choice, even if no order can take it yet',
    table('12'),
    [PICO_AT_12, FORNO_WAITS],
    { taking: [], refusing: ['Forno'], isOffered: true },
  ],
  [
    'applies to no order while its location is missing',
    table(''),
    [PICO_AT_12],
    { taking: [], refusing: ['Pico'], isOffered: false },
  ],
])('a choice for all %s', (_what, choice, others, expected) => {
  const { taking, refusing, isOffered } = forAll(others.map(orderOf), choice);
  expect({ taking: namesOf(taking), refusing: namesOf(refusing), isOffered }).toEqual(expected);
});

test.each<[string, number[], number | undefined, number | undefined]>([
  ['no choice if none is open', [], undefined, undefined],
  ['the first open choice if the guest has not edited any', [2, 3], undefined, 2],
  ['the open choice that the guest edited last', [2, 3], 3, 3],
  ['the first open choice if the one edited last is closed', [2, 3], 1, 2],
])('“Apply to all” belongs to %s', (_what, openIds, latestId, expected) => {
  expect(
    choiceForAll(
      openIds.map((id) => ramenOrder({ id })),
      latestId,
    ),
  ).toBe(expected);
});
