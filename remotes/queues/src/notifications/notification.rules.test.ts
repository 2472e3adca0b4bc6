import { anEntry } from 'shared-contracts/testing';
import {
  doneNotice,
  markViewed,
  messageNotice,
  newOrderNotice,
  notificationIcon,
  notificationTexts,
  recordStates,
  unreadIds,
} from './notification.rules';

const entry = anEntry({ id: 5, state: 'busy' });

test.each([
  ['that was never seen', {}, true],
  ['in another state than the recorded one', { 5: { state: 'new', view: true } }, true],
  ['that is recorded and was not viewed', { 5: { state: 'busy', view: false } }, true],
  ['that was viewed in this state', { 5: { state: 'busy', view: true } }, false],
] as const)('an entry %s is unread: %s', (_case, records, isUnread) => {
  expect(unreadIds(recordStates(records, [entry]), [entry])).toEqual(isUnread ? [5] : []);
});

test('recording keeps the records of other entries, and returns the same object when nothing changed', () => {
  const records = { 2: { state: 'done', view: true }, 5: { state: 'busy', view: true } } as const;
  expect(recordStates(records, [entry])).toBe(records);
  expect(recordStates(records, [anEntry({ id: 6 })])).toEqual({ ...records, 6: { state: 'new', view: false } });
});

test("remembers a stall's long queue whole, and drops none of the same person's own orders", () => {
  const own = { 2: { state: 'busy', view: true } } as const;
  const queue = Array.from({ length: 300 }, (_, index) => anEntry({ id: index + 100 }));
  const records = recordStates(own, queue);
  expect(Object.keys(records)).toHaveLength(301);
  expect(recordStates(records, queue)).toBe(records);
});

test('remembers the latest 1000 of the entries that are no longer listed', () => {
  const past = Object.fromEntries(
    Array.from({ length: 1200 }, (_, index) => [index + 10, { state: 'done', view: true }] as const),
  );
  const records = recordStates(past, [entry]);
  expect(Object.keys(records)).toHaveLength(1001);
  expect(records[209]).toBeUndefined();
  expect(records[210]).toBeDefined();
  expect(records[5]).toBeDefined();
});

test('marking as viewed leaves nothing unread until a state changes again', () => {
  const records = markViewed(recordStates({}, [entry]), [entry]);
  expect(unreadIds(records, [entry])).toEqual([]);
  const done = { ...entry, state: 'done' as const };
  expect(unreadIds(recordStates(records, [done]), [done])).toEqual([5]);
});

const MADE = Date.parse(entry.created_at);
test.each([
  ['new', 0, 'new'],
  ['new', 1_300_000, 'new'],
  ['busy', 1_300_000, 'busy'],
  ['done', 1_200_000, 'done'],
  ['done', 1_200_001, 'done-late'],
] as const)('a %s entry that is %d ms old has the icon %s', (state, age, icon) => {
  expect(notificationIcon({ ...entry, state }, MADE + age)).toBe(icon);
});

const update = (state: 'busy' | 'done', delivery_method: 'collect' | 'deliver') => ({
  queue: { id: 5, state, order_id: 41 },
  delivery_method,
  vendor: { id: 7, name: 'Kumo Ramen', image: '' },
});

test.each([
  ['collect', 'You are welcome to collect!'],
  ['deliver', 'Your order will be delivered shortly!'],
] as const)('the notice of a done order with %s says %j', (method, body) => {
  expect(doneNotice(update('done', method))).toMatchObject({
    title: 'Kumo Ramen is done!',
    body,
    path: '/order?id=41&state=done&queue_id=5',
  });
});

test('writes no notice for a state other than done', () => {
  expect(doneNotice(update('busy', 'collect'))).toBeUndefined();
});

test('a vendor gets a notice of a new order in the product’s words', () => {
  const added = {
    vendor: { id: 7, name: 'Kumo Ramen', image: '' },
    queue: { id: 5, state: 'new' as const },
    order: { id: 41 },
  };
  expect(newOrderNotice(added).title).toBe('A new order has been added to your queue.');
});

test('the notice of a message has the product’s name and stays', () => {
  expect(messageNotice('We close at ten.', 'Foodhall')).toMatchObject({
    title: 'Foodhall Notify',
    body: 'We close at ten.',
    isSticky: true,
  });
});

test('one message never replaces another', () => {
  const tags = ['We close at ten.', 'We close at nine.'].map((text) => messageNotice(text, 'Foodhall').tag);
  expect(new Set(tags).size).toBe(2);
});

test('each row of the panel describes the event in the words of its audience', () => {
  expect(notificationTexts(entry, 'customer')).toEqual({
    title: 'Kumo Ramen',
    text: 'Order A-2058 is being prepared.',
  });
  expect(notificationTexts({ ...entry, state: 'done' }, 'customer').title).toBe('Kumo Ramen is done!');
  expect(notificationTexts(entry, 'vendor')).toEqual({ title: 'Preparing: A-2058', text: 'Thandi Mokoena, Table 12' });
});
