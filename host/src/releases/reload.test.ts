import { createEventStore, provideEventStore, publish } from 'shared-contracts/events';
import { keepUpToDate } from './keep-up-to-date';
import { reloadForLostScreens } from './lost-screen';
import { reloadOnceFor } from './reload';

let reload: jest.Mock;
const deleted: string[] = [];
const timeoutBefore = AbortSignal.timeout;
const fetchBefore = window.fetch;

function serve(version: string) {
  const request = jest.fn(async () => ({ ok: true, status: 200, json: async () => ({ version }) }));
  Object.assign(window, { fetch: request });
  return request;
}
const SWITCHES = { enabled: true, reload_on_downgrade: false };

beforeEach(() => {
  provideEventStore(createEventStore());
  window.sessionStorage.clear();
  deleted.length = 0;
  reload = jest.fn();
  AbortSignal.timeout = () => new AbortController().signal;
  Object.assign(window, {
    caches: {
      keys: async () => ['foodhall-page-1', 'of-another-app'],
      delete: async (name: string) => deleted.push(name),
    },
  });
  jest.spyOn(console, 'warn').mockImplementation(() => {});
});
afterEach(() => {
  jest.restoreAllMocks();
  AbortSignal.timeout = timeoutBefore;
  Object.assign(window, { fetch: fetchBefore });
  Reflect.deleteProperty(window, 'caches');
});

describe('a newer version', () => {
  test('empties every browser cache, then reloads the page once', async () => {
    serve('2.3.0');
    await keepUpToDate(SWITCHES, { reload });
    expect(deleted).toEqual(['foodhall-page-1', 'of-another-app']);
    expect(reload).toHaveBeenCalledTimes(1);
    // The reloaded page is the same old one.
    await keepUpToDate(SWITCHES, { reload });
    expect(reload).toHaveBeenCalledTimes(1);
  });

  test('activates the waiting worker first, so that the reload gets the new page', async () => {
    serve('2.3.0');
    const steps: string[] = [];
    reload.mockImplementation(() => steps.push('reload'));
    await keepUpToDate(SWITCHES, { activateWorker: () => steps.push('activate'), reload });
    expect(steps).toEqual(['activate', 'reload']);
  });

  test('reloads the page again if an even newer one follows', async () => {
    serve('2.3.0');
    await keepUpToDate(SWITCHES, { reload });
    serve('2.4.0');
    await keepUpToDate(SWITCHES, { reload });
    expect(reload).toHaveBeenCalledTimes(2);
  });

  test('does not reload the page during a payment, but at the next check', async () => {
    serve('2.3.0');
    publish('payment-started', { cartId: 4 });
    await keepUpToDate(SWITCHES, { reload });
    expect(reload).not.toHaveBeenCalled();
    expect(deleted).toEqual([]);
    publish('payment-ended', { cartId: 4, outcome: 'left' });
    await keepUpToDate(SWITCHES, { reload });
    expect(reload).toHaveBeenCalledTimes(1);
  });

  test('is not looked for if the check is off', async () => {
    const request = serve('9.0.0');
    const onState = jest.fn();
    await keepUpToDate({ ...SWITCHES, enabled: false }, { reload, onState });
    expect(request).not.toHaveBeenCalled();
    expect(onState).not.toHaveBeenCalled();
  });

  test('reloads the page without caches too, as outside of a secure context', async () => {
    Reflect.deleteProperty(window, 'caches');
    serve('2.3.0');
    await keepUpToDate(SWITCHES, { reload });
    expect(reload).toHaveBeenCalledTimes(1);
  });
});

test('an older version reloads the page only with reload on downgrade', async () => {
  serve('2.0.0');
  await keepUpToDate(SWITCHES, { reload });
  expect(reload).not.toHaveBeenCalled();
  await keepUpToDate({ ...SWITCHES, reload_on_downgrade: true }, { reload });
  expect(reload).toHaveBeenCalledTimes(1);
});

test('a payment that starts while the caches are emptied stops the reload, and a later try reloads', async () => {
  const before = async () => publish('payment-started', { cartId: 4 });
  expect(await reloadOnceFor('x', { before, reload })).toBe(false);
  publish('payment-ended', { cartId: 4, outcome: 'paid' });
  expect(await reloadOnceFor('x', { reload })).toBe(true);
});

test('a tab that cannot store anything does not reload', async () => {
  jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new Error('refused');
  });
  expect(await reloadOnceFor('x', { reload })).toBe(false);
  expect(reload).not.toHaveBeenCalled();
});

test('a lost screen reloads the page once, and never offline', async () => {
  const onScreenLost = reloadForLostScreens(reload);
  publish('connection-changed', { isOnline: false });
  expect(await onScreenLost('catalog/menu')).toBe(false);
  publish('connection-changed', { isOnline: true });
  expect(await onScreenLost('catalog/menu')).toBe(true);
  // The reloaded page has lost it as well.
  expect(await reloadForLostScreens(reload)('catalog/menu')).toBe(false);
  expect(reload).toHaveBeenCalledTimes(1);
});

test('no screen counts as lost during the reload for a lost screen', async () => {
  const onScreenLost = reloadForLostScreens(reload);
  const results = ['cart/cart', 'cart/cart', 'catalog/menu'].map(onScreenLost);
  expect(await Promise.all(results)).toEqual([true, true, true]);
  expect(await onScreenLost('cart/cart')).toBe(true);
  expect(reload).toHaveBeenCalledTimes(1);
});
