import { MOST_CHARACTERS, problemOfAppEvent } from './app-events';
import {
  appEvents,
  createEventStore,
  eventLog,
  INITIAL_STATE,
  provideEventStore,
  publish,
  shellState,
  subscribeToApp,
} from './index';

declare module './index' {
  interface AppEvents {
    'loyalty-card.stamp-given': { stamps: number };
    'deals.deal-taken': { id: number; note?: string };
  }
}

const { publish: publishOwn } = appEvents('loyalty-card');
/** Publishes what the types refuse. */
const publishAny = publishOwn as (name: string, payload: unknown) => void;

beforeEach(() => provideEventStore(createEventStore()));

test.each([
  ['loyalty-card.stamp-given', '{}'],
  ['loyalty-card.stamp-given', JSON.stringify({ stamps: 7 })],
  ['loyalty-card.a', JSON.stringify({ note: 'a'.repeat(MOST_CHARACTERS - '{"note":""}'.length) })],
])("'loyalty-card' may publish %s", (name, text) => {
  expect(problemOfAppEvent('loyalty-card', name, text)).toBeUndefined();
});

const NAMED = "its name has to be such as 'loyalty-card.stamp-given'.";
const OWN = "'loyalty-card' publishes events of its own name alone.";
const JSON_ONLY = 'its payload has to be an object of JSON.';

test.each<[string, string | undefined, string]>([
  ['cart-changed', '{}', NAMED],
  ['signed-out', '{}', NAMED],
  ['', '{}', NAMED],
  ['loyalty-card.', '{}', NAMED],
  ['loyalty-card.__proto__', '{}', NAMED],
  ['loyalty-card.stamp.given', '{}', NAMED],
  [`loyalty-card.${'a'.repeat(80)}`, '{}', NAMED],
  ['checkout.paid', '{}', OWN],
  ['loyalty.card', '{}', OWN],
  ['loyalty-cards.stamp-given', '{}', OWN],
  ['loyalty-card.stamp-given', undefined, JSON_ONLY],
  ['loyalty-card.stamp-given', '7', JSON_ONLY],
  ['loyalty-card.stamp-given', '[7]', JSON_ONLY],
  ['loyalty-card.stamp-given', 'null', JSON_ONLY],
  ['loyalty-card.stamp-given', `{"a":"${'a'.repeat(4096)}"}`, 'its payload has 4104 characters, of at most 4096.'],
])("'loyalty-card' must not publish %j with %j", (name, text, problem) => {
  expect(problemOfAppEvent('loyalty-card', name, text)).toBe(problem);
});

test('calls the subscribers of the event, and changes nothing of the shared state', () => {
  const heard = jest.fn();
  const stop = subscribeToApp('loyalty-card.stamp-given', heard);
  publishOwn('loyalty-card.stamp-given', { stamps: 7 });
  stop();
  publishOwn('loyalty-card.stamp-given', { stamps: 8 });
  expect(heard.mock.calls).toEqual([[{ stamps: 7 }]]);
  expect(shellState()).toEqual(INITIAL_STATE);
  expect(eventLog()[0]).toMatchObject({ name: 'loyalty-card.stamp-given', source: 'loyalty-card' });
});

test('a subscriber of an app that is not live hears nothing', () => {
  const heard = jest.fn();
  subscribeToApp('deals.deal-taken', heard);
  publishOwn('loyalty-card.stamp-given', { stamps: 7 });
  expect(heard).not.toHaveBeenCalled();
});

test('each subscriber gets a copy of its own', () => {
  const payload = { stamps: 7 };
  const heard: { stamps: number }[] = [];
  subscribeToApp('loyalty-card.stamp-given', (got) => {
    got.stamps = 9;
  });
  subscribeToApp('loyalty-card.stamp-given', (got) => heard.push(got));
  publishOwn('loyalty-card.stamp-given', payload);
  expect([payload, ...heard]).toEqual([{ stamps: 7 }, { stamps: 7 }]);
});

test('a subscriber that throws is reported, and the others are called', () => {
  const report = jest.spyOn(console, 'error').mockImplementation(() => {});
  const heard = jest.fn();
  subscribeToApp('loyalty-card.stamp-given', () => {
    throw new Error('It throws.');
  });
  subscribeToApp('loyalty-card.stamp-given', heard);
  publishOwn('loyalty-card.stamp-given', { stamps: 7 });
  expect(heard).toHaveBeenCalledTimes(1);
  expect(report).toHaveBeenCalledTimes(1);
});

const circular: { self?: unknown } = {};
circular.self = circular;

test.each<[string, unknown]>([
  ['cart-changed', { venueId: 1, cartId: null, itemCount: 0 }],
  ['deals.deal-taken', { id: 1 }],
  ['loyalty-card.stamp-given', { note: 'x'.repeat(5000) }],
  ['loyalty-card.stamp-given', undefined],
  ['loyalty-card.stamp-given', () => {}],
  ['loyalty-card.stamp-given', circular],
  ['loyalty-card.stamp-given', { stamps: 7n }],
])('publishing %s with %p throws, and no one hears it', (name, payload) => {
  const heard = jest.fn();
  subscribeToApp('loyalty-card.stamp-given', heard);
  subscribeToApp('deals.deal-taken', heard);
  expect(() => publishAny(name, payload)).toThrow();
  expect(heard).not.toHaveBeenCalled();
  expect(eventLog()).toEqual([]);
});

test('the function of the shell’s events publishes no event of an app', () => {
  expect(() => publish('deals.deal-taken' as 'venue-cleared', {})).toThrow("'deals.deal-taken' is an event of an app");
  expect(eventLog()).toEqual([]);
});

test('the types refuse an event of another app, and a payload of another form', () => {
  // @ts-expect-error: it is an event of deals.
  expect(() => publishOwn('deals.deal-taken', { id: 7 })).toThrow();
  // @ts-expect-error: the stamps are a number.
  expect(() => publishOwn('loyalty-card.stamp-given', { stamps: 'seven' })).not.toThrow();
});
