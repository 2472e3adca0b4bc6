import { inTransaction } from 'core/database/kysely';
import {
  createdPrinterSchema,
  nextPrintJobSchema,
  one,
  printerAddressSchema,
  printerSettingsSchema,
  printersSchema,
  printJobsSchema,
} from 'shared-contracts/schemas';
import { aPrinter } from 'shared-contracts/testing/builders';
import type { PrinterSettings } from 'shared-contracts/types';
import { eraseAccount } from '../../operations/account/erase-account';
import { removeOld } from '../../operations/account/retention';
import { expectShape } from '../../testing/expect-shape';
import { storeUser, storeVendor, type TestUser } from '../../testing/stored';
import { withTestApp } from '../../testing/test-app';
import { Kitchen } from '../printing.testing';

const kitchen = new Kitchen(withTestApp());
let owner: TestUser;
let staff: TestUser;

const SETTINGS = printerSettingsSchema.parse(aPrinter());

beforeEach(async () => {
  await kitchen.open();
  owner = await storeUser(kitchen.db, { vendorIds: [kitchen.venue.vendor.id] });
  staff = await storeUser(kitchen.db, { name: 'Ana', staffOf: [kitchen.venue.vendor.id] });
});

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
const ask = (method: Method, path: string, body?: object, user = owner, headers: Record<string, string> = {}) =>
  kitchen.market.call(method, `/vendors/${kitchen.venue.vendor.id}${path}`, user, body, headers);

async function add(settings: Partial<PrinterSettings> = {}) {
  const response = await ask('POST', '/printers', { ...SETTINGS, ...settings });
  expect(response.statusCode).toBe(201);
  return expectShape(one(createdPrinterSchema), response.json()).data;
}

const list = async (user = owner) =>
  expectShape(printersSchema, (await ask('GET', '/printers', undefined, user)).json());
const jobs = async () => expectShape(printJobsSchema, (await ask('GET', '/print-jobs')).json()).data;
const audited = async () =>
  (await kitchen.db.selectFrom('audit_log').select(['action', 'actor_id', 'subject']).orderBy('id').execute()).filter(
    ({ action }) => action.startsWith('printer'),
  );

test('an owner adds a printer, gets its address once, and the printer polls with it', async () => {
  const { printer, address } = await add();
  expect(address?.url).toMatch(new RegExp(`/api/v1/print/${address?.secret}$`));
  const poll = { method: 'POST', url: `/api/v1/print/${address?.secret}`, payload: { statusCode: '200 OK' } } as const;
  expect((await kitchen.api.app.inject(poll)).json()).toEqual({ jobReady: false });
  const { data, may_edit, timezone } = await list();
  expect(may_edit).toBe(true);
  // Pages show times as the venue's clock has them, in whatever zone the device is.
  expect(timezone).toBe('America/Toronto');
  expect(data).toEqual([
    {
      ...printer,
      has_address: true,
      state: { ...printer.state, is_connected: true, paper: 'ok', cover: 'closed', last_heard_at: expect.any(String) },
    },
  ]);
  expect(JSON.stringify(data)).not.toContain(address?.secret);
});

test('staff see the printers and may not change them', async () => {
  await add();
  expect((await list(staff)).may_edit).toBe(false);
  expect((await ask('POST', '/printers', SETTINGS, staff)).statusCode).toBe(403);
});

test('a replaced address ends at once, and a revoked one too', async () => {
  const { printer, address } = await add();
  const status = async (secret = '') =>
    (await kitchen.api.app.inject({ method: 'POST', url: `/api/v1/print/${secret}`, payload: { statusCode: '200' } }))
      .statusCode;
  const response = await ask('POST', `/printers/${printer.id}/address`);
  const next = expectShape(one(printerAddressSchema), response.json()).data;
  expect([await status(address?.secret), await status(next.secret)]).toEqual([404, 200]);
  expect((await ask('DELETE', `/printers/${printer.id}/address`)).statusCode).toBe(204);
  expect(await status(next.secret)).toBe(404);
  expect((await list()).data[0]?.has_address).toBe(false);
});

test('the audit log has who set up a printer and its address', async () => {
  const { printer } = await add();
  await ask('PUT', `/printers/${printer.id}`, { ...SETTINGS, name: 'Grill' });
  await ask('PUT', `/printers/${printer.id}`, { ...SETTINGS, name: 'Grill' });
  await ask('POST', `/printers/${printer.id}/address`);
  await ask('DELETE', `/printers/${printer.id}/address`);
  await ask('DELETE', `/printers/${printer.id}`);
  const by = { actor_id: owner.id };
  expect(await audited()).toEqual([
    { ...by, action: 'printer.added', subject: 'Kitchen' },
    { ...by, action: 'printer.address-made', subject: 'Kitchen' },
    { ...by, action: 'printer.changed', subject: 'Grill' },
    { ...by, action: 'printer.address-made', subject: 'Grill' },
    { ...by, action: 'printer.address-revoked', subject: 'Grill' },
    { ...by, action: 'printer.removed', subject: 'Grill' },
  ]);
});

test.each<[string, () => Promise<Partial<PrinterSettings>>, string]>([
  ['a language that the site does not have', async () => ({ language: 'xx' }), 'language'],
  [
    'a group of another stall',
    async () => ({ group_ids: [(await storeVendor(kitchen.db, kitchen.venue.id)).groupId] }),
    'group_ids',
  ],
  [
    'a takeover of another stall',
    async () => {
      const { id } = await storeVendor(kitchen.db, kitchen.venue.id);
      return { takeover_printer_id: (await kitchen.printer({ vendor_id: id })).id };
    },
    'takeover_printer_id',
  ],
])('a printer with %s is refused', async (_what, settings, field) => {
  const response = await ask('POST', '/printers', { ...SETTINGS, ...(await settings()) });
  expect([response.statusCode, Object.keys(response.json().errors)]).toEqual([422, [field]]);
});

test('two printers cannot take over from each other', async () => {
  const first = (await add()).printer.id;
  const second = (await add({ takeover_printer_id: first })).printer.id;
  const response = await ask('PUT', `/printers/${first}`, { ...SETTINGS, takeover_printer_id: second });
  expect([response.statusCode, Object.keys(response.json().errors)]).toEqual([422, ['takeover_printer_id']]);
});

test('a stall has at most 20 printers', async () => {
  for (let count = 0; count < 20; count += 1) await kitchen.printer();
  expect((await ask('POST', '/printers', SETTINGS)).statusCode).toBe(422);
});

test('a removed printer hands its jobs to the one that takes over', async () => {
  const bar = (await add({ name: 'Bar', documents: [] })).printer.id;
  const { printer } = await add({ takeover_printer_id: bar });
  await kitchen.placeOne();
  await ask('DELETE', `/printers/${printer.id}`);
  expect(await jobs()).toEqual([
    expect.objectContaining({
      printer: { id: bar, name: 'Bar' },
      state: 'queued',
      marks: [{ kind: 'moved', from: 'Kitchen', to: 'Bar' }],
    }),
  ]);
});

test('the jobs of a removed printer fail where none takes over, and say why', async () => {
  const { printer } = await add();
  await kitchen.placeOne();
  await ask('DELETE', `/printers/${printer.id}`);
  const [job] = await jobs();
  expect(job).toMatchObject({ state: 'failed', problem_text: 'The printer was removed before it printed this.' });
  expect((await list()).stuck_jobs).toBe(1);
});

test('an order prints again, marked REPRINT with the name of who asked, once for each key', async () => {
  await add();
  const { orderId } = await kitchen.placeOne();
  const again = () => ask('POST', '/print-jobs', { order_id: orderId }, staff, { 'idempotency-key': 'one' });
  const first = expectShape(printJobsSchema, (await again()).json()).data;
  const second = expectShape(printJobsSchema, (await again()).json()).data;
  expect(second.map(({ id }) => id)).toEqual(first.map(({ id }) => id));
  expect(first).toHaveLength(1);
  expect(first[0]?.marks).toEqual([{ kind: 'reprint', by: 'Ana', at: expect.any(String) }]);
  expect(await kitchen.jobs()).toHaveLength(2);
  const other = await kitchen.placeOne();
  const reused = await ask('POST', '/print-jobs', { order_id: other.orderId }, staff, { 'idempotency-key': 'one' });
  expect(reused.statusCode).toBe(422);
});

test('two requests with one key at once print once', async () => {
  await add();
  const { orderId } = await kitchen.placeOne();
  const again = () => ask('POST', '/print-jobs', { order_id: orderId }, staff, { 'idempotency-key': 'one' });
  const responses = await Promise.all([again(), again()]);
  expect(responses.map(({ statusCode }) => statusCode)).toEqual([201, 201]);
  expect(await kitchen.jobs()).toHaveLength(2);
});

test('two requests with one key at once for different orders print one of them', async () => {
  await add();
  const orders = [await kitchen.placeOne(), await kitchen.placeOne()];
  const responses = await Promise.all(
    orders.map(({ orderId }) => ask('POST', '/print-jobs', { order_id: orderId }, staff, { 'idempotency-key': 'one' })),
  );
  expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([201, 422]);
  expect(await kitchen.jobs()).toHaveLength(3);
});

test('an order of another stall does not print', async () => {
  const elsewhere = await storeVendor(kitchen.db, kitchen.venue.id);
  const stranger = await storeUser(kitchen.db, { vendorIds: [elsewhere.id] });
  await add();
  const { orderId } = await kitchen.placeOne();
  const response = await kitchen.market.call('POST', `/vendors/${elsewhere.id}/print-jobs`, stranger, {
    order_id: orderId,
  });
  expect(response.statusCode).toBe(404);
});

test('one job prints again on its printer, and a day’s end for owners alone', async () => {
  await add({ documents: ['kitchen', 'day-end'] });
  await kitchen.placeOne();
  const [job] = await jobs();
  expect((await ask('POST', '/print-jobs', { job_id: job?.id }, staff)).json().data).toHaveLength(1);
  expect((await ask('POST', '/print-jobs', { day: '2026-11-30' }, staff)).statusCode).toBe(403);
  const [day] = (await ask('POST', '/print-jobs', { day: '2026-11-30' })).json().data;
  expect(day).toMatchObject({ document: 'day-end', order: null, marks: [] });
  const preview = await ask('GET', `/print-jobs/${day.id}/preview`);
  expect(preview.json().data.svg).toContain('<svg');
  expect((await ask('GET', `/print-jobs/${day.id}/preview`, undefined, staff)).statusCode).toBe(403);
});

test('a preview is an SVG that loads nothing from elsewhere', async () => {
  await add();
  await kitchen.placeOne();
  const [job] = await jobs();
  const { svg } = (await ask('GET', `/print-jobs/${job?.id}/preview`, undefined, staff)).json().data;
  expect(svg).toMatch(/^<svg/);
  expect(svg.replaceAll('http://www.w3.org/', '')).not.toMatch(/https?:|<script|@import/);
});

test('a test page prints', async () => {
  const { printer } = await add();
  const response = await ask('POST', `/printers/${printer.id}/test`, undefined, staff);
  expect([response.statusCode, response.json().data.document]).toEqual([201, 'test']);
  const preview = await ask('GET', `/print-jobs/${response.json().data.id}/preview`);
  expect(preview.statusCode).toBe(200);
});

test('a tablet takes each job once, although two tablets ask', async () => {
  const { printer, address } = await add({ kind: 'tablet' });
  expect(address).toBeNull();
  await kitchen.placeOne();
  await kitchen.placeOne();
  const next = async () =>
    expectShape(one(nextPrintJobSchema), (await ask('POST', `/printers/${printer.id}/next`, undefined, staff)).json())
      .data;
  const [first, second] = await Promise.all([next(), next()]);
  expect(new Set([first?.job.id, second?.job.id]).size).toBe(2);
  expect(await next()).toBeNull();
  for (const taken of [first, second, first]) {
    expect((await ask('PUT', `/print-jobs/${taken?.job.id}`, { state: 'printed' }, staff)).statusCode).toBe(200);
  }
  expect((await jobs()).map(({ state }) => state)).toEqual(['printed', 'printed']);
});

test('a job that a tablet took and never printed is given out again, marked DUPLICATE', async () => {
  const { printer } = await add({ kind: 'tablet' });
  await kitchen.placeOne();
  const next = async () => (await ask('POST', `/printers/${printer.id}/next`, undefined, staff)).json().data;
  await next();
  kitchen.api.advance(61_000);
  expect((await next()).job.marks).toEqual([{ kind: 'duplicate' }]);
});

describe('a stall that is removed', () => {
  const remove = async () => {
    const operator = await storeUser(kitchen.db, { operatorOf: [kitchen.venue.id] });
    const { statusCode } = await kitchen.market.call('DELETE', `/vendors/${kitchen.venue.vendor.id}`, operator);
    expect(statusCode).toBe(200);
  };
  const rows = () => kitchen.db.selectFrom('printers').select(['removed_at', 'secret_hash']).execute();

  test('without orders takes its printers and their jobs with it', async () => {
    const { printer } = await add();
    await add({ takeover_printer_id: printer.id });
    await ask('POST', `/printers/${printer.id}/test`);
    await remove();
    expect(await rows()).toEqual([]);
  });

  test('with orders lets no printer poll any more', async () => {
    await add();
    const { orderId } = await kitchen.placeOne();
    await kitchen.market.call('PUT', `/queues/cancel/${orderId}`, owner, { reason: 'Sold out' });
    await remove();
    expect(await rows()).toEqual([{ removed_at: expect.any(Date), secret_hash: null }]);
  });
});

test('old jobs are deleted after a week, and printers that were removed with them', async () => {
  const { printer } = await add();
  await kitchen.placeOne();
  await ask('DELETE', `/printers/${printer.id}`);
  kitchen.api.advance(6 * 86_400_000);
  await removeOld(kitchen.api.deps);
  expect(await kitchen.jobs()).toHaveLength(1);
  kitchen.api.advance(2 * 86_400_000);
  await removeOld(kitchen.api.deps);
  expect(await kitchen.jobs()).toEqual([]);
  expect(await kitchen.db.selectFrom('printers').select('id').execute()).toEqual([]);
});

test('a person who asked for a ticket can delete the account, and the ticket does not name them any more', async () => {
  await add();
  const { orderId } = await kitchen.placeOne();
  await ask('POST', '/print-jobs', { order_id: orderId }, staff);
  await inTransaction(kitchen.db, (trx) => eraseAccount(trx, staff, kitchen.api.deps.clock.now()));
  const [job] = await jobs();
  expect(job?.marks).toEqual([{ kind: 'reprint', by: 'Deleted account', at: expect.any(String) }]);
});
