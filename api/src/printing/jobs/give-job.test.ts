import { hashToken } from 'core/http/session';
import { storeUser } from '../../testing/stored';
import { withTestApp } from '../../testing/test-app';
import { Kitchen, starTexts } from '../printing.testing';
import { Renderer } from '../ticket/renderer';
import { endJob } from './end-job.command';
import { giveJob, type PrintDeps } from './give-job.command';
import { printersBySecret } from './printer.repository';

const kitchen = new Kitchen(withTestApp());
const STAR = { command: 'starprnt', polls: true } as const;

let deps: PrintDeps;
let renderer: Renderer;

beforeEach(async () => {
  await kitchen.open();
  renderer = new Renderer();
  deps = { ...kitchen.api.deps, renderer, daySlips: async () => [] };
});
afterEach(() => renderer.close());

/** Places an order and returns its printer with the job. */
async function withJob() {
  const { secret } = await kitchen.printer();
  await kitchen.placeOne();
  const [printer] = await printersBySecret(kitchen.db, [hashToken(secret)]);
  if (!printer?.job) throw new Error('A job waits.');
  return { printer, job: printer.job };
}

test('a job whose printer is gone when it is rendered is not taken', async () => {
  const { printer, job } = await withJob();
  expect(await giveJob(deps, printer, job, STAR, () => true)).toBeNull();
  expect(await kitchen.jobs()).toEqual([expect.objectContaining({ state: 'queued', sends: 0 })]);
  const bytes = await giveJob(deps, printer, job, STAR);
  expect(starTexts([bytes ?? Buffer.alloc(0)])[0]).not.toContain('DUPLICATE');
});

test('a job that another request has taken meanwhile is not given', async () => {
  const { printer, job } = await withJob();
  await giveJob(deps, printer, job, STAR);
  expect(await giveJob(deps, printer, job, STAR)).toBeNull();
});

test('a job that cannot be rendered fails with a reason and blocks no other', async () => {
  const { printer, job } = await withJob();
  const broken = {
    render: async () => {
      throw new Error('No font');
    },
  };
  expect(await giveJob({ ...deps, renderer: broken as unknown as Renderer }, printer, job, STAR)).toBeNull();
  expect(await kitchen.jobs()).toEqual([expect.objectContaining({ state: 'failed', problem: 'unreadable' })]);
});

test('a ticket that its printer took and did not print is not given again once the order is cancelled', async () => {
  const { printer, job } = await withJob();
  await giveJob(deps, printer, job, STAR);
  const cook = await storeUser(kitchen.db, { staffOf: [kitchen.venue.vendor.id] });
  const { order_id: orderId } = await kitchen.db
    .selectFrom('queue_entries')
    .select('order_id')
    .executeTakeFirstOrThrow();
  await kitchen.market.call('PUT', `/queues/cancel/${orderId}`, cook, { reason: 'Sold out' });
  await endJob(deps, printer, { token: null, outcome: { state: 'failed', problem: 'paper-out', code: '410' } });
  expect(await kitchen.jobs()).toEqual([expect.objectContaining({ state: 'queued', sends: 1 })]);
  expect(await giveJob(deps, printer, { ...job, sends: 1 }, STAR)).toBeNull();
  expect(await kitchen.jobs()).toEqual([expect.objectContaining({ state: 'failed', problem: 'cancelled' })]);
});
