import type { HallStalls } from 'shared-contracts/types';
import { aPhotograph } from '../../testing/photographs';
import { storeUser, storeVendor, storeVenue, type TestUser, type TestVenue } from '../../testing/stored';
import { withTestApp } from '../../testing/test-app';

const api = withTestApp();
const db = () => api.current.deps.db;

let venue: TestVenue;
let operator: TestUser;
beforeEach(async () => {
  venue = await storeVenue(db(), { languages: ['en', 'fr'] });
  operator = await storeUser(db(), { operatorOf: [venue.id] });
});

const call = async (method: 'GET' | 'PUT', url: string, payload?: object) => {
  const { headers } = operator;
  const response = await api.current.app.inject({ method, url: `/api/v1${url}`, headers, ...(payload && { payload }) });
  return { status: response.statusCode, body: response.json() };
};
const list = async (): Promise<HallStalls> => (await call('GET', `/venues/${venue.id}/vendors`)).body;
const first = async () => {
  const [stall] = (await list()).data;
  if (!stall) throw new Error('The venue has no stall.');
  return stall;
};
const lastAudit = () => db().selectFrom('audit_log').selectAll().orderBy('id', 'desc').executeTakeFirst();

describe('the stalls of a hall', () => {
  test('are listed in their order with what each has, and archived ones apart', async () => {
    const other = await storeVendor(db(), venue.id, { name: 'Bun House' });
    const gone = await storeVendor(db(), venue.id, { name: 'Gone' });
    await db().updateTable('vendors').set({ is_active: false }).where('id', '=', gone.id).execute();
    await storeUser(db(), { staffOf: [other.id] });
    const { data, archived, languages } = await list();
    expect(data.map(({ id }) => id).sort()).toEqual([venue.vendor.id, other.id].sort());
    expect(data.find(({ id }) => id === other.id)).toMatchObject({ name: 'Bun House', people: 1, printers: 0 });
    expect(data.find(({ id }) => id === venue.vendor.id)).toMatchObject({ items: 1, is_open: true });
    expect(archived).toEqual([{ id: gone.id, name: 'Gone' }]);
    expect(languages).toEqual(['en', 'fr']);
  });

  test('are changed with all texts, and the change is logged with the fields before and after', async () => {
    const stall = await first();
    const { status, body } = await call('PUT', `/vendors/${stall.id}/details`, {
      ...stall,
      name: 'Kumo Noodles',
      texts: { fr: { blurb: 'Nouilles' } },
    });
    expect(status).toBe(200);
    expect(body.data[0]).toMatchObject({ name: 'Kumo Noodles', texts: { fr: { blurb: 'Nouilles' } } });
    expect(await lastAudit()).toMatchObject({
      action: 'vendor.changed',
      actor_id: operator.id,
      before: { name: stall.name, texts: {} },
      after: { name: 'Kumo Noodles', texts: { fr: { blurb: 'Nouilles' } } },
    });
    const seen = await api.current.app.inject(`/api/v1/vendors/${stall.id}`);
    expect(seen.json().data.name).toBe('Kumo Noodles');
  });

  test('refuse a change that was made on an older version, and return the current one', async () => {
    const stall = await first();
    await call('PUT', `/vendors/${stall.id}/details`, { ...stall, city: 'Ottawa' });
    const { status, body } = await call('PUT', `/vendors/${stall.id}/details`, { ...stall, name: 'Late' });
    expect([status, body.code]).toEqual([409, 'STALL_CHANGED']);
    expect(body.data.data[0].city).toBe('Ottawa');
  });

  test('drop texts of a language that the hall does not have, and need a way to receive an order', async () => {
    const stall = await first();
    const { body } = await call('PUT', `/vendors/${stall.id}/details`, {
      ...stall,
      texts: { de: { blurb: 'Nudeln' } },
    });
    expect(body.data[0].texts).toEqual({});
    const none = await call('PUT', `/vendors/${stall.id}/details`, { ...stall, delivery_method_types: [] });
    expect([none.status, none.body.message]).toEqual([422, 'Choose at least one way to receive an order.']);
  });

  test('need their subaccount in a hall of Paystack', async () => {
    await db()
      .updateTable('venues')
      .set({ payment_provider: 'Paystack', is_tax_included: true, service_charge_minor: 0 })
      .execute();
    const stall = await first();
    const { status, body } = await call('PUT', `/vendors/${stall.id}/details`, { ...stall, subaccount_code: null });
    expect([status, Object.keys(body.errors)]).toEqual([422, ['subaccount_code']]);
  });

  test('take a connected account in a hall of Stripe, and no other hall takes one', async () => {
    const stall = await first();
    const path = `/vendors/${stall.id}/details`;
    const wrong = await call('PUT', path, { ...stall, stripe_account: 'acct_1 2' });
    expect([wrong.status, Object.keys(wrong.body.errors)]).toEqual([422, ['stripe_account']]);
    const saved = await call('PUT', path, { ...stall, stripe_account: 'acct_1Nv0' });
    expect([saved.status, saved.body.data[0].stripe_account]).toEqual([200, 'acct_1Nv0']);
    const { stripe_account, ...older } = { ...saved.body.data[0], city: 'Ottawa' };
    expect((await call('PUT', path, older)).body.data[0].stripe_account).toBe(stripe_account);
    await db().updateTable('venues').set({ payment_provider: 'Global' }).execute();
    const refused = await call('PUT', path, { ...(await first()), stripe_account });
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ['stripe_account']]);
  });

  test('take a new order of the list, unless the list was changed meanwhile', async () => {
    const other = await storeVendor(db(), venue.id, { name: 'Bun House' });
    const { version, data } = await list();
    const ids = data.map(({ id }) => id).reverse();
    const moved = await call('PUT', `/venues/${venue.id}/vendors`, { version, ids });
    expect(moved.body.data.map(({ id }: { id: number }) => id)).toEqual(ids);
    expect((await lastAudit())?.action).toBe('vendors.ordered');
    const late = await call('PUT', `/venues/${venue.id}/vendors`, { version, ids: [...ids].reverse() });
    expect([late.status, late.body.code]).toEqual([409, 'STALLS_CHANGED']);
    const part = await call('PUT', `/venues/${venue.id}/vendors`, { version: moved.body.version, ids: [other.id] });
    expect(part.status).toBe(409);
  });
});

describe('the picture of a stall', () => {
  const upload = async () => {
    const response = await api.current.app.inject({
      method: 'POST',
      url: '/api/v1/pictures?file=stall.jpg',
      headers: { ...operator.headers, 'content-type': 'application/octet-stream' },
      payload: await aPhotograph({ width: 640, height: 400, format: 'jpeg' }),
    });
    return response.json().data.address as string;
  };
  const change = (address: string | null) => call('PUT', `/vendors/${venue.vendor.id}/picture`, { address });

  test('is uploaded, shown to guests, and removed', async () => {
    const address = await upload();
    const { status, body } = await change(address);
    expect([status, body.data[0]]).toMatchObject([200, { image_url: address, picture: 'photograph' }]);
    const guest = await call('GET', `/vendors/${venue.vendor.id}`);
    expect(guest.body.data.image_url).toBe(address);
    expect(await lastAudit()).toMatchObject({ action: 'vendor.changed', after: { image_url: address } });
    expect((await change(null)).body.data[0].picture).toBe('none');
  });

  test('is a plate with the new name once a stall without a picture was renamed', async () => {
    await change(null);
    const stall = await first();
    const { body } = await call('PUT', `/vendors/${stall.id}/details`, { ...stall, name: 'Kumo Noodles' });
    expect(body.data[0].picture).toBe('none');
    expect(body.data[0].image_url).not.toBe(stall.image_url);
  });

  test('is no address that was not uploaded', async () => {
    const { status, body } = await change('/media/00000000000000000000.640.webp');
    expect([status, body.errors.address]).toEqual([422, ['This picture was not uploaded. Choose it again.']]);
  });
});
