import {
  cartSchema,
  hallHoursSchema,
  one,
  openingHoursSchema,
  vendorSchema,
  venueAuditSchema,
} from 'shared-contracts/schemas';
import type { OpeningMode, Schedule } from 'shared-contracts/types';
import { addPayload } from '../../ordering/carts/market.testing';
import { OpeningMemory } from '../../ordering/watch/opening-memory';
import { expectShape } from '../../testing/expect-shape';
import { storeUser, storeVenue } from '../../testing/stored';
import { withTestApp } from '../../testing/test-app';
import { daily, pageOf } from './hours.testing';

// This time is in the past, so that the sessions of the tests, which the database dates, are valid. It is a Friday.
const NOW = new Date('2026-11-20T15:00Z');
let now = NOW;
const api = withTestApp({ overrides: { clock: { now: () => now } } });
const db = () => api.current.deps.db;
beforeEach(() => {
  now = NOW;
});

const LUNCH = daily('11:00', '14:00');
const ALL_DAY = daily('09:00', '22:00');
const CLOSED_TODAY: Schedule = { ...ALL_DAY, exceptions: [{ date: '2026-11-20', spans: [] }] };

const call = pageOf(api);

async function hall() {
  const venue = await storeVenue(db(), {
    timezone: 'Europe/London',
    vendors: [{ name: 'Kumo Ramen' }, { name: 'Bun House' }],
  });
  const operator = await storeUser(db(), { operatorOf: [venue.id] });
  const owner = await storeUser(db(), { vendorIds: [venue.vendor.id] });
  const path = `/venues/${venue.id}/hours`;
  const stallPath = `/vendors/${venue.vendor.id}`;
  const hours = async () =>
    expectShape(one(hallHoursSchema), (await call('GET', path, { user: operator })).json()).data;
  const set = (schedule: unknown, version = 1) => call('PUT', path, { user: operator, body: { schedule, version } });
  const setOwn = (schedule: Schedule | null, version = 0) =>
    call('PUT', `${stallPath}/hours`, { user: owner, body: { schedule, version } });
  const turn = (opening_mode: OpeningMode) => call('PUT', stallPath, { user: owner, body: { opening_mode } });
  const read = async () => expectShape(one(vendorSchema), (await call('GET', stallPath)).json()).data;
  return { venue, operator, owner, path, stallPath, hours, set, setOwn, turn, read };
}

describe('a stall of a hall with hours', () => {
  test.each<[string, Schedule | null, Schedule | null, OpeningMode, boolean, string | null]>([
    ['is always open if neither has hours', null, null, 'schedule', true, null],
    ['closes by the hours of the hall', LUNCH, null, 'schedule', false, '2026-11-21T11:00:00.000Z'],
    ['opens by the hours of the hall', ALL_DAY, null, 'schedule', true, '2026-11-20T22:00:00.000Z'],
    ['is closed on a day on which the hall is', CLOSED_TODAY, null, 'schedule', false, '2026-11-21T09:00:00.000Z'],
    ['is open by its own hours while the hall is closed', LUNCH, ALL_DAY, 'schedule', true, '2026-11-20T22:00:00.000Z'],
    [
      'is closed by its own hours while the hall is open',
      ALL_DAY,
      LUNCH,
      'schedule',
      false,
      '2026-11-21T11:00:00.000Z',
    ],
    [
      'keeps its own hours on a day that differs in the hall',
      CLOSED_TODAY,
      ALL_DAY,
      'schedule',
      true,
      '2026-11-20T22:00:00.000Z',
    ],
    ['stays open by hand outside the hours of the hall', LUNCH, null, 'open', true, null],
    ['stays closed by hand within the hours of the hall', ALL_DAY, null, 'closed', false, null],
  ])('%s', async (_what, ofHall, own, mode, isOpen, changesAt) => {
    const { set, setOwn, turn, read } = await hall();
    await set(ofHall);
    await setOwn(own);
    await turn(mode);
    const has_schedule = (own ?? ofHall) !== null;
    const stall = await read();
    expect(stall).toMatchObject({ accepting_orders: isOpen, opening: { mode, changes_at: changesAt, has_schedule } });
    expect(stall.weekly_hours).toEqual((own ?? ofHall)?.weekly);
  });

  test('opens and closes for every visitor without another request', async () => {
    const { set, read } = await hall();
    await set(daily('11:00', '16:00'));
    expect(await read()).toMatchObject({ accepting_orders: true });
    now = new Date('2026-11-20T16:00Z');
    expect(await read()).toMatchObject({ accepting_orders: false });
    now = new Date('2026-11-21T11:00Z');
    expect(await read()).toMatchObject({ accepting_orders: true });
  });

  test('follows the hall again once its own hours are removed', async () => {
    const { set, setOwn, read } = await hall();
    await set(ALL_DAY);
    await setOwn(LUNCH);
    expect(await read()).toMatchObject({ accepting_orders: false });
    await setOwn(null, 1);
    expect(await read()).toMatchObject({ accepting_orders: true });
  });

  test('is shown with the hours of the hall beside its own', async () => {
    const { set, stallPath, owner } = await hall();
    const own = async () =>
      expectShape(one(openingHoursSchema), (await call('GET', `${stallPath}/hours`, { user: owner })).json()).data;
    expect(await own()).toEqual({ mode: 'schedule', schedule: null, version: 0, hall_schedule: null });
    await set(LUNCH);
    expect(await own()).toEqual({ mode: 'schedule', schedule: null, version: 0, hall_schedule: LUNCH });
  });

  test('is paused in the lists of the operators', async () => {
    const { set, operator, venue } = await hall();
    await set(LUNCH);
    const list = (await call('GET', '/operated-venues', { user: operator })).json().data;
    expect(list[0].vendors).toMatchObject([{ state: 'paused' }, { state: 'paused' }]);
    const stalls = (await call('GET', `/venues/${venue.id}/vendors`, { user: operator })).json().data;
    expect(stalls).toMatchObject([{ is_open: false }, { is_open: false }]);
    const today = (await call('GET', `/venues/${venue.id}/today`, { user: operator })).json().data;
    expect(today.closed.data).toMatchObject([{ mode: 'schedule' }, { mode: 'schedule' }]);
  });

  test('has an item that sold out until tomorrow back when the hall opens', async () => {
    const { set, owner, venue } = await hall();
    await set(LUNCH);
    const body = { status: 'inactive', until: 'tomorrow' };
    const response = await call('PUT', `/items/${venue.vendor.item.id}`, { user: owner, body });
    expect(response.json()).toMatchObject({ data: { back_at: '2026-11-21T11:00:00.000Z' } });
  });
});

describe('a cart that is open when the hall closes', () => {
  test('shows the stall as closed, accepts nothing more from it, and starts no payment', async () => {
    const { venue, set } = await hall();
    await set(daily('11:00', '16:00'));
    const buyer = await storeUser(db());
    const add = () => call('POST', '/carts', { user: buyer, body: addPayload({ venue }) });
    const { id } = expectShape(one(cartSchema), (await add()).json()).data;
    now = new Date('2026-11-20T16:00Z');
    const cart = expectShape(one(cartSchema), (await call('GET', `/carts/${id}`, { user: buyer })).json()).data;
    expect(cart.orders.data[0]?.vendor).toMatchObject({
      accepting_orders: false,
      opening: { changes_at: '2026-11-21T11:00:00.000Z' },
    });
    const refused = await add();
    expect(refused.statusCode).toBe(409);
    expect(refused.json()).toMatchObject({ code: 'VENDOR_CLOSED' });
    const unpaid = await call('POST', `/carts/${id}/start-stripe`, { user: buyer });
    expect(unpaid.statusCode).toBe(409);
    expect(unpaid.json()).toMatchObject({ code: 'VENDOR_CLOSED' });
  });
});

describe('the hours of a hall', () => {
  test('are not set at first', async () => {
    const { hours } = await hall();
    expect(await hours()).toEqual({ schedule: null, version: 1 });
  });

  test('of a second operator do not overwrite those of the first operator, which the second operator sees', async () => {
    const { set, hours } = await hall();
    expect((await set(LUNCH)).json()).toEqual({ data: { schedule: LUNCH, version: 2 } });
    const second = await set(ALL_DAY);
    expect(second.statusCode).toBe(409);
    expect(second.json()).toMatchObject({ code: 'HOURS_CHANGED', data: { schedule: LUNCH, version: 2 } });
    expect((await set(null, 2)).statusCode).toBe(200);
    expect(await hours()).toEqual({ schedule: null, version: 3 });
  });

  test('are read and set only by an operator of this hall', async () => {
    const { path, owner } = await hall();
    const { venue: other } = await hall();
    const stranger = await storeUser(db(), { operatorOf: [other.id] });
    for (const user of [stranger, owner]) {
      expect((await call('GET', path, { user })).statusCode).toBe(403);
      expect((await call('PUT', path, { user, body: { schedule: LUNCH, version: 1 } })).statusCode).toBe(403);
    }
    expect((await call('GET', path)).statusCode).toBe(401);
  });

  test('with an invalid time are refused with a 422', async () => {
    const { set, hours } = await hall();
    expect((await set(daily('11:00', '25:00'))).statusCode).toBe(422);
    expect(await hours()).toMatchObject({ schedule: null, version: 1 });
  });

  test('are announced to the menu and the staff of each stall that follows them', async () => {
    const { venue, set, setOwn } = await hall();
    const [own, follower] = venue.vendors;
    await setOwn(LUNCH);
    await db().deleteFrom('outbox').execute();
    await set(ALL_DAY);
    const sent = await db().selectFrom('outbox').select('payload').execute();
    expect(own?.id).toBe(venue.vendor.id);
    expect(sent.map(({ payload }) => payload)).toEqual([
      expect.objectContaining({
        event: 'App\\Events\\StockUpdated',
        channels: [`venues.${venue.id}`, `private-vendors.${follower?.id}`],
        payload: { item_id: null, vendor_id: follower?.id },
        except_socket_id: '12.34',
      }),
    ]);
  });

  test('are in the audit log with the person, before and after', async () => {
    const { venue, set, operator } = await hall();
    await set(LUNCH);
    const response = await call('GET', `/venues/${venue.id}/audit?limit=1`, { user: operator });
    expect(expectShape(venueAuditSchema, response.json()).data).toMatchObject([
      {
        action: 'hours.changed',
        actor: { id: operator.id },
        subject: venue.name,
        vendor: null,
        before: { schedule: null },
        after: { schedule: LUNCH },
      },
    ]);
  });
});

test('the watch computes an opening again after the hours of the hall have changed', () => {
  const memory = new OpeningMemory();
  const stall = {
    id: 7,
    accepting_orders: true,
    follows_schedule: true,
    opening_hours_version: 0,
    timezone: 'Europe/London',
  };
  expect(memory.isOpen({ ...stall, opening_hours: ALL_DAY, hall_hours_version: 2 }, NOW)).toBe(true);
  expect(memory.isOpen({ ...stall, opening_hours: LUNCH, hall_hours_version: 3 }, NOW)).toBe(false);
});
