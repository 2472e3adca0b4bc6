/** Tests the settings of a hall, which its operators change in the office. */
import type { HallSettings, HallSettingsChange } from 'shared-contracts/types';
import { aPhotograph } from '../../testing/photographs';
import { storeSecondFactor, storeUser, storeVenue, type TestUser, type TestVenue } from '../../testing/stored';
import { withTestApp } from '../../testing/test-app';

const api = withTestApp();
const db = () => api.current.deps.db;

let venue: TestVenue;
let operator: TestUser;
beforeEach(async () => {
  venue = await storeVenue(db(), { languages: ['en', 'fr'], vendors: [{ items: [{ name: 'Soup' }] }] });
  operator = await storeUser(db(), { operatorOf: [venue.id] });
});

const path = () => `/api/v1/venues/${venue.id}/settings`;
async function read(): Promise<HallSettings> {
  const response = await api.current.app.inject({ method: 'GET', url: path(), headers: operator.headers });
  return response.json().data;
}
async function send(body: object) {
  const response = await api.current.app.inject({
    method: 'PUT',
    url: path(),
    headers: operator.headers,
    payload: body,
  });
  return { status: response.statusCode, body: response.json() };
}
/** Sends every field of a part as it is stored, with these changes. */
async function change<Part extends HallSettingsChange['part']>(
  part: Part,
  fields: Partial<Extract<HallSettingsChange, { part: Part }>>,
) {
  return send({ part, ...(await read())[part], ...fields });
}
const lastAudit = () => db().selectFrom('audit_log').selectAll().orderBy('id', 'desc').executeTakeFirst();
const stored = () => db().selectFrom('venues').selectAll().where('id', '=', venue.id).executeTakeFirstOrThrow();

describe('the settings of a hall', () => {
  test.each([
    ['name', { name: 'Granary Hall', blurb: 'Twelve stalls.', texts: { fr: { blurb: 'Douze comptoirs.' } } }],
    ['tax', { tax_name: 'TVA', tax_number: 'FR 12', tax_rate_percent: 5.5, tax_included: true }],
    ['charge', { service_charge: 1.25 }],
    ['tips', { tips: [5, 10, 12.5] }],
    ['delivery', { delivery_method_types: ['table', 'collect'] }],
    ['hours', { timezone: 'Europe/Paris' }],
    ['languages', { languages: ['en', 'fr', 'ar'] }],
    ['provider', { provider_key: 'pk_test_other', secret_env: 'STRIPE_SECRET_OTHER', webhook_secret_env: null }],
  ] as const)('are changed part by part: %s', async (part, fields) => {
    const before = await read();
    const { status, body } = await change(part, fields as never);
    expect(status).toBe(200);
    expect(body.data[part]).toMatchObject(fields);
    expect(body.data[part].version).not.toBe(before[part].version);
    // The other parts keep their values and their versions.
    const others = ({ [part]: _part, ...rest }: HallSettings) => rest;
    expect(others(body.data)).toEqual(others(before));
    const entry = await lastAudit();
    expect(entry).toMatchObject({ action: 'venue.changed', actor_id: operator.id, venue_id: venue.id });
  });

  test('record what changed, before and after', async () => {
    const { name } = await stored();
    await change('name', { name: 'Granary Hall' });
    expect(await lastAudit()).toMatchObject({ before: { name }, after: { name: 'Granary Hall' } });
    await change('tax', { tax_rate_percent: 5 });
    expect(await lastAudit()).toMatchObject({ before: { tax_rate_percent: 13 }, after: { tax_rate_percent: 5 } });
  });

  test('leave the stalls and their menus as they are', async () => {
    const items = () => db().selectFrom('items').selectAll().where('vendor_id', '=', venue.vendor.id).execute();
    const before = await items();
    await change('tax', { tax_rate_percent: 20 });
    expect(await items()).toEqual(before);
  });

  test('are refused, with the current settings, if another operator has changed them meanwhile', async () => {
    const { name: first } = await read();
    await change('name', { name: 'Theirs' });
    const { status, body } = await send({ part: 'name', ...first, name: 'Mine' });
    expect([status, body.code, body.data.name.name]).toEqual([409, 'SETTINGS_CHANGED', 'Theirs']);
    expect((await stored()).name).toBe('Theirs');
  });

  test('of two parts are changed at once by two operators', async () => {
    const { name, tax } = await read();
    const changes = [send({ part: 'name', ...name, name: 'Mine' }), send({ part: 'tax', ...tax, tax_name: 'GST' })];
    expect((await Promise.all(changes)).map(({ status }) => status)).toEqual([200, 200]);
    expect(await stored()).toMatchObject({ name: 'Mine', tax_name: 'GST' });
  });

  test.each([
    ['name', { name: ' ' }, 'name', 'Name is required'],
    ['tax', { tax_rate_percent: 7.255 }, 'tax_rate_percent', 'A rate has at most 2 decimals.'],
    ['tax', { tax_name: '' }, 'tax_name', 'A tax needs a name.'],
    ['charge', { service_charge: 0.005 }, 'service_charge', 'An amount in CAD has at most 2 decimals.'],
    ['charge', { service_charge: 1e9 }, 'service_charge', /^The amount should be at most/],
    ['tips', { tips: [5, 10] }, 'tips', 'Enter three percentages.'],
    ['tips', { tips: [5, 5, 10] }, 'tips', 'Enter three different percentages, the smallest first.'],
    ['tips', { tips: [5, 10, 31] }, 'tips.2', 'A tip is from 1 to 30 percent.'],
    ['tips', { tips: [-1, 5, 10] }, 'tips.0', 'A tip is from 1 to 30 percent.'],
    ['tips', { tips: [5, 7.255, 10] }, 'tips.1', 'A percentage has at most 2 decimals.'],
    ['hours', { timezone: 'Toronto' }, 'timezone', 'Choose a time zone, such as America/Toronto.'],
    ['languages', { languages: ['en', 'en'] }, 'languages', 'Choose each language once.'],
    ['languages', { languages: ['fr', 'en'] }, 'languages', /^Translate every menu into French first/],
    [
      'delivery',
      { delivery_method_types: [] },
      'delivery_method_types',
      'Choose at least one way to receive an order.',
    ],
    ['provider', { provider_key: 'sk_live_1' }, 'provider_key', /^This is a secret key/],
    ['provider', { secret_env: 'SITE_URL' }, 'secret_env', /^Enter the name of a setting/],
    ['provider', { provider: 'Paystack' }, 'provider', /^Paystack charges the prices as they are/],
  ] as const)('are refused at the field: %s %j', async (part, fields, field, message) => {
    const { status, body } = await change(part, fields as never);
    expect(status).toBe(422);
    expect(body.errors[field]).toEqual([expect.stringMatching(message)]);
  });

  test('name another first language once every text is there in it', async () => {
    await db()
      .updateTable('venues')
      .set({ blurb: 'Hall', texts: { fr: { blurb: 'Halle' } } })
      .execute();
    await db().updateTable('vendors').set({ blurb: '' }).execute();
    for (const table of ['menus', 'groups', 'items', 'variants'] as const) {
      await db()
        .updateTable(table)
        .set({ texts: { fr: { name: 'Nom', ...(table === 'items' && { description: 'Texte', image_alt: 'Image' }) } } })
        .execute();
    }
    const { status } = await change('languages', { languages: ['fr', 'en'] });
    expect(status).toBe(200);
    expect(await stored()).toMatchObject({ languages: ['fr', 'en'], blurb: 'Halle', texts: { en: { blurb: 'Hall' } } });
    const removed = await change('languages', { languages: ['en'] });
    expect(removed.body.errors.languages).toEqual(['Save the new first language before you remove another one.']);
    const { name, texts } = await db().selectFrom('items').selectAll().executeTakeFirstOrThrow();
    expect([name, texts]).toMatchObject(['Nom', { en: { name: 'Soup' } }]);
  });

  test('take the tax into the prices of Paystack, and give every stall its subaccount first', async () => {
    await change('tax', { tax_included: true });
    await change('charge', { service_charge: 0 });
    const { body } = await change('provider', { provider: 'Paystack' });
    expect(body.errors.provider[0]).toBe(
      `${venue.vendor.name} has no subaccount of Paystack yet, which pays each stall.`,
    );
    await db().updateTable('vendors').set({ subaccount_code: 'ACCT_1' }).execute();
    expect((await change('provider', { provider: 'Paystack', secret_env: 'PAYSTACK_SECRET_HALL' })).status).toBe(200);
    expect((await change('tax', { tax_included: false })).body.errors.tax_included).toHaveLength(1);
    expect((await change('charge', { service_charge: 1 })).body.errors.service_charge).toHaveLength(1);
  });

  test('switch tips off, and keep them off while Paystack takes the payments', async () => {
    await change('tips', { tips: [5, 10, 15] });
    await change('tax', { tax_included: true });
    await change('charge', { service_charge: 0 });
    await db().updateTable('vendors').set({ subaccount_code: 'ACCT_1' }).execute();
    const paystack = { provider: 'Paystack', secret_env: 'PAYSTACK_SECRET_HALL' } as const;
    const refused = await change('provider', paystack);
    expect(refused.body.errors.provider).toEqual([
      'Paystack charges the prices as they are: switch the tips off first.',
    ]);
    expect((await change('tips', { tips: null })).body.data.tips.tips).toBeNull();
    expect((await change('provider', paystack)).status).toBe(200);
    const { body } = await change('tips', { tips: [5, 10, 15] });
    expect(body.errors.tips).toEqual(['Paystack charges the prices as they are, so there are no tips.']);
  });

  test('leave Stripe once no stall names an account there', async () => {
    await db().updateTable('vendors').set({ stripe_account: 'acct_1Nv0' }).execute();
    const global = { provider: 'Global', provider_key: 'hall', secret_env: 'GLOBAL_SECRET_HALL' } as const;
    const { body } = await change('provider', { ...global, webhook_secret_env: null });
    expect(body.errors.provider[0]).toMatch(`${venue.vendor.name} still names an account of Stripe.`);
    await db().updateTable('vendors').set({ stripe_account: null }).execute();
    expect((await change('provider', { ...global, webhook_secret_env: null })).status).toBe(200);
  });

  test('ask for a recent proof before another account takes the money or the charge changes, and for nothing else', async () => {
    await storeSecondFactor(db(), operator.id);
    const { status, body } = await change('provider', { secret_env: 'STRIPE_SECRET_OTHER' });
    expect([status, body.code]).toEqual([403, 'PROOF_REQUIRED']);
    expect((await stored()).secret_env).toBe('STRIPE_SECRET_VENUE');
    const charge = await change('charge', { service_charge: 1 });
    expect([charge.status, charge.body.code]).toEqual([403, 'PROOF_REQUIRED']);
    expect((await change('tips', { tips: null })).status).toBe(200);
  });

  test('refuse the name of the key of another hall', async () => {
    await storeVenue(db(), { secret_env: 'STRIPE_SECRET_RIVAL', webhook_secret_env: null });
    const { status, body } = await change('provider', { secret_env: 'STRIPE_SECRET_RIVAL' });
    expect([status, body.errors.secret_env?.[0]]).toEqual([422, 'This is the key of a hall that you do not run.']);
  });
});

describe('the picture of a hall', () => {
  const upload = (payload: Buffer | string, name = 'hall.jpg') =>
    api.current.app.inject({
      method: 'POST',
      url: `/api/v1/pictures?file=${name}`,
      headers: { ...operator.headers, 'content-type': 'application/octet-stream' },
      payload,
    });

  test('is uploaded, shown and removed', async () => {
    const uploaded = await upload(await aPhotograph({ width: 640, height: 400, format: 'jpeg' }));
    const { address } = uploaded.json().data;
    const { body } = await change('picture', { address });
    expect(body.data.picture).toMatchObject({ image_url: address, kind: 'photograph' });
    const removed = await change('picture', { address: null });
    expect(removed.body.data.picture.kind).toBe('none');
  });

  test('is refused with a sentence when a file is none, whatever its name says', async () => {
    const page = await upload('<html></html>', 'hall.jpg');
    expect(page.json().message).toBe('This file is no JPEG, PNG or WebP picture, and no drawing that pages may show.');
    const response = await upload('MZ', 'hall.jpg');
    expect([response.statusCode, response.json().code]).toEqual([422, 'PICTURE_INVALID']);
    expect(response.json().message).toBe('This file is no JPEG, PNG or WebP picture.');
    // The command line puts the name of the file before the reason.
    expect(response.json().errors.picture).toEqual(['is no JPEG, PNG or WebP picture']);
  });

  test.each(['/media/00000000000000000000.640.webp', 'https://elsewhere.example/a.webp', '/media/../secret.svg'])(
    'is no address that was not uploaded: %s',
    async (address) => {
      const { status, body } = await change('picture', { address });
      expect([status, body.errors.address?.[0]]).toEqual([422, 'This picture was not uploaded. Choose it again.']);
    },
  );
});
