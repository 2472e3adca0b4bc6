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
  ['no other order', COLLECT, [], { taking: [], refusing: [], isOffered: false }],
  ['one that waits takes it', COLLECT, [PICO_WAITS], { taking: ['Pico'], refusing: [], isOffered: true }],
  ['one with another choice takes it', COLLECT, [PICO_AT_12], { taking: ['Pico'], refusing: [], isOffered: true }],
  ['another table is another choice', table('13'), [PICO_AT_12], { taking: ['Pico'], refusing: [], isOffered: true }],
  ['one that has it already is left', table(' 12 '), [PICO_AT_12], { taking: [], refusing: [], isOffered: false }],
  [
    'collect has no place',
    { ...COLLECT, location: '12' },
    [FORNO_COLLECTS],
    { taking: [], refusing: [], isOffered: false },
  ],
  [
    'a vendor that does not offer it',
    table('12'),
    [FORNO_COLLECTS],
    { taking: [], refusing: ['Forno'], isOffered: false },
  ],
  [
    'some take it, some have it, some do not offer it',
    table('12'),
    [PICO_WAITS, PICO_AT_12, FORNO_COLLECTS],
    { taking: ['Pico'], refusing: ['Forno'], isOffered: true },
  ],
  [
    'the room for it is there while an order waits, also where no order takes it yet',
    table('12'),
    [PICO_AT_12, FORNO_WAITS],
    { taking: [], refusing: ['Forno'], isOffered: true },
  ],
  [
    'a choice without its place is for none',
    table(''),
    [PICO_AT_12],
    { taking: [], refusing: ['Pico'], isOffered: false },
  ],
])('a choice for all: %s', (_what, choice, others, expected) => {
  const { taking, refusing, isOffered } = forAll(others.map(orderOf), choice);
  expect({ taking: namesOf(taking), refusing: namesOf(refusing), isOffered }).toEqual(expected);
});

test.each<[string, number[], number | undefined, number | undefined]>([
  ['none is open', [], undefined, undefined],
  ['the first, before the guest has worked on one', [2, 3], undefined, 2],
  ['the one that the guest worked on last', [2, 3], 3, 3],
  ['the first, where that one is closed', [2, 3], 1, 2],
])('the open choice that can be for all: %s', (_what, openIds, latestId, expected) => {
  expect(
    choiceForAll(
      openIds.map((id) => ramenOrder({ id })),
      latestId,
    ),
  ).toBe(expected);
});
