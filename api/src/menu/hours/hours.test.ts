import { cartSchema, one, openingHoursSchema, vendorSchema, venueAuditSchema } from 'shared-contracts/schemas';
import { addPayload } from '../../ordering/carts/market.testing';
import { expectShape } from '../../testing/expect-shape';
import { storeUser, storeVenue } from '../../testing/stored';
import { withTestApp } from '../../testing/test-app';
import { daily, pageOf } from './hours.testing';

// This time is in the past, so that the sessions of the tests, which the database dates, are valid.
const NOW = new Date('2026-11-20T15:00Z');
let now = NOW;
const api = withTestApp({ overrides: { clock: { now: () => now } } });
const db = () => api.current.deps.db;
beforeEach(() => {
  now = NOW;
});

const call = pageOf(api);

async function stall() {
  const venue = await storeVenue(db(), { timezone: 'Europe/London' });
  const owner = await storeUser(db(), { vendorIds: [venue.vendor.id] });
  const path = `/vendors/${venue.vendor.id}`;
  const read = async () => expectShape(one(vendorSchema), (await call('GET', path)).json()).data;
  const hours = async () =>
    expectShape(one(openingHoursSchema), (await call('GET', `${path}/hours`, { user: owner })).json()).data;
  const set = (schedule: unknown, version: number) =>
    call('PUT', `${path}/hours`, { user: owner, body: { schedule, version } });
  const turn = (body: object) => call('PUT', path, { user: owner, body });
  return { venue, owner, read, hours, set, turn };
}

describe('a stall’s hours', () => {
  test('are empty at first, and the stall is open', async () => {
    const { read, hours } = await stall();
    expect(await hours()).toEqual({ mode: 'schedule', schedule: null, version: 0, hall_schedule: null });
    expect(await read()).toMatchObject({
      accepting_orders: true,
      opening: { mode: 'schedule', changes_at: null, has_schedule: false },
    });
  });

  test('open and close it for every visitor without another request', async () => {
    const { read, set } = await stall();
    expect((await set(daily('11:00', '16:00'), 0)).statusCode).toBe(200);
    expect((await read()).weekly_hours).toEqual(daily('11:00', '16:00').weekly);
    const open = { accepting_orders: true, opening: { changes_at: '2026-11-20T16:00:00.000Z' } };
    expect(await read()).toMatchObject(open);
    now = new Date('2026-11-20T15:59:59.999Z');
    expect(await read()).toMatchObject(open);
    now = new Date('2026-11-20T16:00Z');
    expect(await read()).toMatchObject({
      accepting_orders: false,
      opening: { changes_at: '2026-11-21T11:00:00.000Z' },
    });
    now = new Date('2026-11-21T11:00Z');
    expect(await read()).toMatchObject({ accepting_orders: true });
  });

  test('are announced to the venue and the staff', async () => {
    const { venue, set } = await stall();
    await set(daily('11:00', '16:00'), 0);
    const [entry] = await db().selectFrom('outbox').select('payload').execute();
    expect(entry?.payload).toMatchObject({
      event: 'App\\Events\\StockUpdated',
      channels: [`venues.${venue.id}`, `private-vendors.${venue.vendor.id}`],
      except_socket_id: '12.34',
    });
  });

  test('of a second editor do not overwrite those of the first editor, which the second editor sees', async () => {
    const { hours, set } = await stall();
    await set(daily('11:00', '16:00'), 0);
    const second = await set(daily('08:00', '12:00'), 0);
    expect(second.statusCode).toBe(409);
    expect(second.json()).toMatchObject({
      code: 'HOURS_CHANGED',
      data: { schedule: daily('11:00', '16:00'), version: 1 },
    });
    expect((await set(null, 1)).statusCode).toBe(200);
    expect(await hours()).toMatchObject({ schedule: null, version: 2 });
  });

  const week = daily('11:00', '14:00').weekly;
  test.each([
    ['an invalid time', daily('11:00', '25:00')],
    ['a missing weekday', { weekly: week.slice(1), exceptions: [] }],
    [
      'overlapping spans',
      {
        weekly: week.with(0, [
          { from: '09:00', until: '12:00' },
          { from: '11:00', until: '13:00' },
        ]),
        exceptions: [],
      },
    ],
    [
      'a span that overlaps one past midnight',
      {
        weekly: week.with(0, [
          { from: '18:00', until: '02:00' },
          { from: '20:00', until: '22:00' },
        ]),
        exceptions: [],
      },
    ],
    ['an invalid date', { weekly: week, exceptions: [{ date: '2026-02-30', spans: [] }] }],
    [
      'a duplicate date',
      {
        weekly: week,
        exceptions: [
          { date: '2026-12-25', spans: [] },
          { date: '2026-12-25', spans: [] },
        ],
      },
    ],
    ['an unknown field', { weekly: week, exceptions: [], until: '2027-01-01' }],
  ])('with %s are refused with a 422', async (_what, schedule) => {
    const { hours, set } = await stall();
    expect((await set(schedule, 0)).statusCode).toBe(422);
    expect(await hours()).toMatchObject({ schedule: null, version: 0 });
  });
});

describe('a cart that is open at closing time', () => {
  test('shows the vendor as closed and accepts nothing more from it', async () => {
    const { venue, set } = await stall();
    await set(daily('11:00', '16:00'), 0);
    const buyer = await storeUser(db());
    const add = () => call('POST', '/carts', { user: buyer, body: addPayload({ venue }) });
    const { id } = expectShape(one(cartSchema), (await add()).json()).data;
    const ofVendor = async () => {
      const response = await call('GET', `/carts/${id}`, { user: buyer });
      return expectShape(one(cartSchema), response.json()).data.orders.data[0]?.vendor;
    };
    const opening = { mode: 'schedule', changes_at: '2026-11-20T16:00:00.000Z' };
    expect(await ofVendor()).toMatchObject({ accepting_orders: true, opening });
    now = new Date('2026-11-20T16:00Z');
    expect(await ofVendor()).toMatchObject({
      accepting_orders: false,
      opening: { changes_at: '2026-11-21T11:00:00.000Z' },
    });
    const refused = await add();
    expect(refused.statusCode).toBe(409);
    expect(refused.json()).toMatchObject({ code: 'VENDOR_CLOSED' });
    now = new Date('2026-11-21T11:00Z');
    expect(await ofVendor()).toMatchObject({ accepting_orders: true });
  });
});

test('the audit log of the venue lists each change of the hours and the switch with the person', async () => {
  const { venue, owner, set, turn } = await stall();
  const operator = await storeUser(db(), { operatorOf: [venue.id] });
  await set(daily('11:00', '16:00'), 0);
  await turn({ opening_mode: 'closed' });
  await turn({ opening_mode: 'closed' });
  await turn({ lateness: null });
  const response = await call('GET', `/venues/${venue.id}/audit?limit=2`, { user: operator });
  const of = { actor: { id: owner.id }, subject: venue.vendor.name, vendor: { id: venue.vendor.id } };
  expect(expectShape(venueAuditSchema, response.json()).data).toMatchObject([
    { ...of, action: 'opening.switched', before: { mode: 'schedule' }, after: { mode: 'closed' } },
    { ...of, action: 'hours.changed', before: { schedule: null }, after: { schedule: daily('11:00', '16:00') } },
  ]);
});

describe('the switch', () => {
  test('opens or closes the stall against its schedule, until it is set back to the schedule', async () => {
    const { read, set, turn } = await stall();
    await set(daily('11:00', '14:00'), 0);
    expect(await read()).toMatchObject({ accepting_orders: false });
    await turn({ opening_mode: 'open' });
    expect(await read()).toMatchObject({ accepting_orders: true, opening: { mode: 'open', changes_at: null } });
    await turn({ opening_mode: 'closed' });
    expect(await read()).toMatchObject({
      accepting_orders: false,
      opening: { mode: 'closed', changes_at: null, has_schedule: true },
    });
    await turn({ opening_mode: 'schedule' });
    expect(await read()).toMatchObject({ accepting_orders: false, opening: { mode: 'schedule' } });
  });

  test('also works for a remote that only sends accepting_orders', async () => {
    const { read, set, turn } = await stall();
    await set(daily('11:00', '16:00'), 0);
    await turn({ accepting_orders: false });
    expect(await read()).toMatchObject({ accepting_orders: false, opening: { mode: 'closed' } });
    await turn({ accepting_orders: true });
    expect(await read()).toMatchObject({ accepting_orders: true, opening: { mode: 'schedule' } });
    now = new Date('2026-11-20T20:00Z');
    await turn({ accepting_orders: true });
    expect(await read()).toMatchObject({ accepting_orders: true, opening: { mode: 'open' } });
  });

  test('refuses a request with both accepting_orders and opening_mode', async () => {
    const { turn } = await stall();
    expect((await turn({ accepting_orders: true, opening_mode: 'closed' })).statusCode).toBe(422);
  });
});
