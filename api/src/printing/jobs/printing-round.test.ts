import { CloudPrntPrinter } from 'print-stand-ins';
import { withTestApp } from '../../testing/test-app';
import { Kitchen, type StoredPrinter, starTexts } from '../printing.testing';

const kitchen = new Kitchen(withTestApp());

/** The paper wraps it. */
const MOVED = /Moved from Grill to\s+Bar/;

let bar: StoredPrinter;
let grill: StoredPrinter;

beforeEach(async () => {
  await kitchen.open();
  bar = await kitchen.printer({ name: 'Bar', documents: [] });
  grill = await kitchen.printer({ name: 'Grill', takeover_printer_id: bar.id });
});

const standIn = async (printer: StoredPrinter) => new CloudPrntPrinter(await kitchen.addressOf(printer));
const told = async () => (await kitchen.market.announced()).filter(({ name }) => name === 'PrintingChanged').length;

async function pass(seconds: number): Promise<void> {
  kitchen.api.advance(seconds * 1000);
  await kitchen.round();
}

test('a job moves from a printer that is away, and both papers say so', async () => {
  const [barStandIn, grillStandIn] = [await standIn(bar), await standIn(grill)];
  await grillStandIn.poll();
  const { orderNumber } = await kitchen.placeOne();
  // It takes the ticket and is switched off.
  grillStandIn.forgetsNextConfirmation = true;
  await grillStandIn.poll();
  kitchen.api.advance(61_000);
  await barStandIn.poll();
  await pass(1);
  await barStandIn.poll();
  expect(starTexts(barStandIn.tickets)).toEqual([expect.stringMatching(MOVED)]);
  expect(starTexts(barStandIn.tickets)[0]).not.toContain('DUPLICATE');
  // It is back: it prints no ticket, but what became of the one that it took.
  await grillStandIn.poll();
  await grillStandIn.poll();
  const [first, notice, ...others] = starTexts(grillStandIn.tickets);
  expect(first).toContain(orderNumber);
  expect(notice).toMatch(MOVED);
  expect(notice).toContain(orderNumber);
  expect(others).toEqual([]);
});

test('a job that no printer took moves without a notice', async () => {
  await kitchen.placeOne();
  await (await standIn(bar)).poll();
  await pass(31);
  expect((await kitchen.jobs()).map(({ printer_id, document }) => [printer_id, document])).toEqual([
    [bar.id, 'kitchen'],
  ]);
});

test('a late confirmation of the old printer does not end the job of the new one', async () => {
  const grillStandIn = await standIn(grill);
  await kitchen.placeOne();
  grillStandIn.pollsBeforeConfirmation = 1;
  await grillStandIn.poll();
  kitchen.api.advance(61_000);
  await (await standIn(bar)).poll();
  await pass(1);
  await grillStandIn.poll();
  await grillStandIn.poll();
  const [ticket] = await kitchen.jobs(bar.id);
  expect(ticket?.state).toBe('queued');
});

test('a job stays for 30 s, and where no other printer is ready', async () => {
  await kitchen.placeOne();
  await pass(20);
  expect(await kitchen.jobs(grill.id)).toHaveLength(1);
  await pass(100);
  expect(await kitchen.jobs(grill.id)).toHaveLength(1);
});

test('a job moves from a printer without paper', async () => {
  const [barStandIn, grillStandIn] = [await standIn(bar), await standIn(grill)];
  await kitchen.placeOne();
  grillStandIn.paper = 'out';
  await grillStandIn.poll();
  kitchen.api.advance(31_000);
  await grillStandIn.poll();
  await barStandIn.poll();
  await pass(0);
  expect(await kitchen.jobs(bar.id)).toHaveLength(1);
});

test('two rounds at once move a job once', async () => {
  await kitchen.placeOne();
  await (await standIn(bar)).poll();
  kitchen.api.advance(31_000);
  await Promise.all([kitchen.round(), kitchen.round()]);
  expect((await kitchen.jobs()).map(({ moves }) => moves)).toEqual([[{ from: 'Grill', to: 'Bar' }]]);
});

test('a job of six hours ago fails', async () => {
  await kitchen.placeOne();
  await pass(6 * 3_600 + 1);
  expect(await kitchen.jobs()).toEqual([expect.objectContaining({ state: 'failed', problem: 'too-old' })]);
});

test('pages are told once that a printer is away, and that a job waits for it', async () => {
  const grillStandIn = await standIn(grill);
  await grillStandIn.poll();
  await kitchen.round();
  await told();
  await pass(61);
  expect(await told()).toBe(1);
  await pass(10);
  expect(await told()).toBe(0);
  await kitchen.placeOne();
  await pass(31);
  expect(await told()).toBe(1);
  await pass(10);
  expect(await told()).toBe(0);
  await grillStandIn.poll();
  expect(await told()).toBe(1);
});

test('pages are told that a printer has no paper, and that it has some again', async () => {
  const grillStandIn = await standIn(grill);
  await grillStandIn.poll();
  await told();
  grillStandIn.paper = 'out';
  await grillStandIn.poll();
  expect(await told()).toBe(1);
  await grillStandIn.poll();
  expect(await told()).toBe(0);
  grillStandIn.paper = 'ok';
  await grillStandIn.poll();
  expect(await told()).toBe(1);
});
