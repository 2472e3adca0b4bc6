import { anActiveVenue } from '../testing/builders';
import { createEventStore, INITIAL_STATE, type TabChannel } from './index';

const USER = { id: 7, name: 'Thandi', vendors: [] };
const PERSONAL = { type: 'User', data: { id: 7, name: 'Thandi' } } as const;
const VENUE = anActiveVenue();

/** Makes the two ends of a channel between two tabs. */
function twoTabs(): [TabChannel, TabChannel] {
  const end = (): TabChannel => ({ postMessage: () => {}, onmessage: null, close: () => {} });
  const [a, b] = [end(), end()];
  a.postMessage = (data) => b.onmessage?.({ data: structuredClone(data) } as MessageEvent);
  b.postMessage = (data) => a.onmessage?.({ data: structuredClone(data) } as MessageEvent);
  return [a, b];
}

describe('the event store', () => {
  test('applies a fact to the state before it calls the subscribers', () => {
    const store = createEventStore();
    const seen: unknown[] = [];
    store.subscribe('venue-activated', () => seen.push(store.state.getState().venue?.name));
    store.publish('venue-activated', { venue: VENUE });
    expect(seen).toEqual(['Granary Square Market']);
  });

  test('shows a late subscriber the state, and logs who published which event and when', () => {
    const store = createEventStore({ now: () => 42 });
    store.publish('unread-counted', { count: 2 }, 'queues@1.0.0');
    expect(store.state.getState().unread).toBe(2);
    expect(store.log()).toEqual([{ name: 'unread-counted', payload: { count: 2 }, source: 'queues@1.0.0', at: 42 }]);
  });

  test('keeps the last hundred events', () => {
    const store = createEventStore();
    for (let count = 0; count < 150; count += 1) store.publish('unread-counted', { count });
    expect(store.log()).toHaveLength(100);
    expect(store.log().at(-1)?.payload).toEqual({ count: 149 });
  });

  test('reports a subscriber that throws and calls the others', () => {
    const report = jest.spyOn(console, 'error').mockImplementation(() => {});
    const store = createEventStore();
    const heard = jest.fn();
    store.subscribe('venue-cleared', () => {
      throw new Error('broken');
    });
    store.subscribe('venue-cleared', heard);
    store.publish('venue-cleared', {});
    expect(heard).toHaveBeenCalledTimes(1);
    expect(report).toHaveBeenCalledTimes(1);
  });

  test('calls no listener that has unsubscribed', () => {
    const store = createEventStore();
    const heard = jest.fn();
    store.subscribe('venue-cleared', heard)();
    store.publish('venue-cleared', {});
    expect(heard).not.toHaveBeenCalled();
  });

  describe('an event that is lost unless a listener gets it', () => {
    const say = (store: ReturnType<typeof createEventStore>, message: string) =>
      store.publish('message-received', { message }, 'server');
    const withMissed = { withMissed: true };
    const messages = () => {
      const said: string[] = [];
      return { said, listener: ({ message }: { message: string }) => void said.push(message) };
    };

    test('waits for the first listener that wants it, and reaches only that one', () => {
      const store = createEventStore();
      const [early, first, second] = [messages(), messages(), messages()];
      say(store, 'a');
      store.subscribe('message-received', early.listener);
      say(store, 'b');
      store.subscribe('message-received', first.listener, withMissed);
      store.subscribe('message-received', second.listener, withMissed);
      say(store, 'c');
      expect([early.said, first.said, second.said]).toEqual([['b', 'c'], ['a', 'b', 'c'], ['c']]);
    });

    test('waits again once its listener has left', () => {
      const store = createEventStore();
      const [first, second] = [messages(), messages()];
      const stop = store.subscribe('message-received', first.listener, withMissed);
      stop();
      stop();
      say(store, 'a');
      store.subscribe('message-received', second.listener, withMissed);
      expect([first.said, second.said]).toEqual([[], ['a']]);
    });

    test.each([
      ['the session has ended', 'signed-out', { reason: 'asked' }],
      ['the account was switched', 'context-switched', { context: { type: 'Vendor', data: { id: 5, name: 'Kumo' } } }],
      ['another person has signed in', 'signed-in', { user: { ...USER, id: 8 }, context: PERSONAL }],
    ] as const)('reaches no listener after %s', (_why, name, payload) => {
      const store = createEventStore({ initial: { session: { user: USER, context: PERSONAL } } });
      const { said, listener } = messages();
      say(store, 'a');
      store.publish(name, payload as never);
      store.subscribe('message-received', listener, withMissed);
      expect(said).toEqual([]);
    });

    test('waits for five minutes, and at most twenty events wait', () => {
      let at = 0;
      const store = createEventStore({ now: () => at });
      const { said, listener } = messages();
      say(store, 'early');
      at = 5 * 60_000 + 1;
      for (let count = 1; count <= 19; count += 1) say(store, String(count));
      at += 5 * 60_000;
      store.subscribe('message-received', listener, withMissed);
      expect(said).toEqual(Array.from({ length: 19 }, (_, index) => String(index + 1)));
      store.close();

      const busy = createEventStore();
      const last = messages();
      for (let count = 1; count <= 25; count += 1) say(busy, String(count));
      busy.subscribe('message-received', last.listener, withMissed);
      expect(last.said).toHaveLength(20);
      expect(last.said[0]).toBe('6');
    });

    test('does not wait where a later response has the same content', () => {
      const store = createEventStore();
      const heard = jest.fn();
      store.publish('unread-counted', { count: 2 });
      store.subscribe('unread-counted', heard, withMissed);
      expect(heard).not.toHaveBeenCalled();
    });
  });

  test('signing out in one tab signs out the other, and is not sent back', () => {
    const [a, b] = twoTabs();
    const initial = { session: { user: USER, context: PERSONAL } };
    const first = createEventStore({ initial, tabs: a });
    const second = createEventStore({ initial, tabs: b });
    first.publish('signed-out', { reason: 'asked' });
    expect(second.state.getState().session).toBeNull();
    expect(second.log().map(({ source }) => source)).toEqual(['tab']);
    expect(first.log()).toHaveLength(1);
  });

  test('an event of one tab stays in that tab', () => {
    const [a, b] = twoTabs();
    const first = createEventStore({ tabs: a });
    const second = createEventStore({ tabs: b });
    first.publish('toast-shown', { content: 'Hello', timeout: 3000, position: 'top', color: 'dark' });
    expect(second.state.getState()).toEqual(INITIAL_STATE);
  });
});

describe('the shared state', () => {
  const signedIn = {
    session: { user: USER, context: PERSONAL },
    cart: { venueId: 1, cartId: 3, itemCount: 4 },
    unread: 2,
  };

  test('logging out removes everything of the account', () => {
    const store = createEventStore({ initial: { ...signedIn, venue: VENUE } });
    store.publish('signed-out', { reason: 'asked' });
    expect(store.state.getState()).toEqual({ ...INITIAL_STATE, venue: VENUE });
  });

  test('the end of a session removes the account’s notice, and keeps one shown since', () => {
    const notice = (content: string) => ({ content, timeout: 3000, position: 'top', color: 'dark' }) as const;
    const store = createEventStore({ initial: { ...signedIn, toast: notice('Saved.') } });
    store.publish('signed-out', { reason: 'asked' });
    expect(store.state.getState().toast).toBeNull();
    store.publish('toast-shown', notice('Your account is deleted.'));
    store.publish('signed-out', { reason: 'expired' }, 'tab');
    expect(store.state.getState().toast).toEqual(notice('Your account is deleted.'));
  });

  test('switching the context clears cart and unread, and keeps the person', () => {
    const store = createEventStore({ initial: signedIn });
    const context = { type: 'Vendor', data: { id: 5, name: 'Kumo Ramen' } } as const;
    store.publish('context-switched', { context });
    expect(store.state.getState()).toMatchObject({ session: { user: USER, context }, cart: null, unread: 0 });
  });

  test('signing in closes the modal that asked for it', () => {
    const store = createEventStore();
    store.publish('sign-in-asked', { mode: 'Login' });
    expect(store.state.getState().auth).toEqual({ mode: 'Login', reason: undefined });
    store.publish('signed-in', { user: USER, context: PERSONAL });
    expect(store.state.getState().auth).toBeNull();
  });

  test('hides the cart of another venue under the active one', () => {
    const store = createEventStore({ initial: { venue: VENUE } });
    store.publish('cart-changed', { venueId: 2, cartId: 9, itemCount: 3 });
    expect(store.state.getState().cart).toBeNull();
    store.publish('cart-changed', { venueId: 1, cartId: 8, itemCount: 1 });
    store.publish('venue-activated', { venue: { ...VENUE, id: 2 } });
    expect(store.state.getState().cart).toBeNull();
  });

  describe('the table that was scanned', () => {
    const at = (scannedAt: number, location = '12', venueId = 1) => ({ location, venueId, scannedAt });
    const table = (store: ReturnType<typeof createEventStore>) => {
      const { destination, destinationFrom } = store.state.getState();
      return { destination, ...destinationFrom };
    };

    test('stays in its venue, and is forgotten in another', () => {
      const store = createEventStore();
      store.publish('destination-set', at(5));
      store.publish('venue-activated', { venue: VENUE });
      store.publish('venue-cleared', {});
      expect(table(store)).toEqual({ destination: '12', venueId: 1, scannedAt: 5 });
      store.publish('venue-activated', { venue: { ...VENUE, id: 2 } });
      expect(table(store)).toEqual({ destination: '' });
    });

    test('keeps the last scan, and the same address does not count as a new scan', () => {
      const store = createEventStore();
      store.publish('destination-set', at(5));
      store.publish('destination-set', at(6));
      expect(table(store)).toMatchObject({ scannedAt: 5 });
      store.publish('destination-set', at(7, '14'));
      expect(table(store)).toEqual({ destination: '14', venueId: 1, scannedAt: 7 });
      store.publish('destination-set', at(5));
      expect(table(store)).toEqual({ destination: '14', venueId: 1, scannedAt: 7 });
      store.publish('destination-set', at(6, '12', 2));
      expect(table(store)).toEqual({ destination: '12', venueId: 2, scannedAt: 6 });
    });

    test('a place without a venue does not count as scanned', () => {
      const store = createEventStore();
      store.publish('destination-set', at(5));
      store.publish('destination-set', { location: '12' });
      expect(table(store)).toEqual({ destination: '12' });
    });
  });

  test.each([
    ['an earlier version of the cart', { cartId: 8, itemCount: 1, version: 3 }, 2],
    ['a cart before this one', { cartId: 7, itemCount: 1, version: 9 }, 2],
    ['a later version', { cartId: 8, itemCount: 3, version: 5 }, 3],
    ['the next cart', { cartId: 9, itemCount: 1, version: 1 }, 1],
    ['no cart', { cartId: null, itemCount: 0 }, 0],
    ['a remote that names no version', { cartId: 8, itemCount: 5 }, 5],
  ])('the version of a cart decides which count is shown, not its time of arrival: %s', (_what, arrived, expected) => {
    const store = createEventStore({ initial: { venue: VENUE } });
    store.publish('cart-changed', { venueId: 1, cartId: 8, itemCount: 2, version: 4 });
    store.publish('cart-changed', { venueId: 1, ...arrived });
    expect(store.state.getState().cart?.itemCount).toBe(expected);
  });
});
