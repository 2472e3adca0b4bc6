import { ServerDirectPrinter } from 'print-stand-ins';
import { withTestApp } from '../../testing/test-app';
import { escPosTexts, Kitchen, type StoredPrinter } from '../printing.testing';

const kitchen = new Kitchen(withTestApp(), 'server-direct');

let stored: StoredPrinter;
let address: string;

beforeEach(async () => {
  await kitchen.open();
  stored = await kitchen.printer();
  address = await kitchen.addressOf(stored);
});

const states = async () => (await kitchen.jobs(stored.id)).map(({ state }) => state);
const isDuplicate = (printer: ServerDirectPrinter) =>
  escPosTexts(printer.tickets).map((text) => text.includes('DUPLICATE'));
const known = () =>
  kitchen.db.selectFrom('printers').select(['paper_level', 'cover', 'problem']).executeTakeFirstOrThrow();

describe.each(['1.00', '2.00', '3.00'] as const)('a printer of version %s', (version) => {
  let printer: ServerDirectPrinter;
  beforeEach(() => {
    printer = new ServerDirectPrinter(address, { version });
  });

  test('prints each order once, in order', async () => {
    const first = await kitchen.placeOne();
    const second = await kitchen.placeOne();
    for (let poll = 0; poll < 3; poll += 1) await printer.poll();
    const texts = escPosTexts(printer.tickets);
    expect(texts).toEqual([expect.stringContaining(first.orderNumber), expect.stringContaining(second.orderNumber)]);
    expect(isDuplicate(printer)).toEqual([false, false]);
    expect(await states()).toEqual(['printed', 'printed']);
  });

  test('prints again, marked DUPLICATE, what it never confirmed', async () => {
    await kitchen.placeOne();
    printer.forgetsNextConfirmation = true;
    await printer.poll();
    await printer.poll();
    expect(isDuplicate(printer)).toEqual([false, true]);
    expect(await states()).toEqual(['printed']);
  });

  test('gets a job again when there is paper', async () => {
    await kitchen.placeOne();
    printer.paper = 'out';
    await printer.poll();
    expect(await states()).toEqual(['queued']);
    expect(await known()).toMatchObject({ paper_level: 'out', problem: 'paper-out' });
    printer.paper = 'low';
    await printer.poll();
    expect(printer.tickets).toHaveLength(1);
    expect(await states()).toEqual(['printed']);
    expect(await known()).toMatchObject({ paper_level: 'low', problem: null });
  });

  test('may confirm late', async () => {
    await kitchen.placeOne();
    printer.pollsBeforeConfirmation = 3;
    for (let poll = 0; poll < 5; poll += 1) await printer.poll();
    expect(isDuplicate(printer)).toEqual([false]);
    expect(await states()).toEqual(['printed']);
  });

  test('is told the next ticket after one that it cannot read twice', async () => {
    await kitchen.placeOne();
    await kitchen.placeOne();
    for (let poll = 0; poll < 2; poll += 1) {
      printer.nextFailure = 'SchemaError';
      await printer.poll();
    }
    await printer.poll();
    expect(await states()).toEqual(['failed', 'printed']);
  });

  test('sends nonsense, is refused and goes on', async () => {
    await kitchen.placeOne();
    printer.nextNonsense = 'ConnectionType=Nonsense';
    await printer.poll();
    expect(await states()).toEqual(['queued']);
    await printer.poll();
    expect(await states()).toEqual(['printed']);
  });
});

test('a status tells of the paper and the cover', async () => {
  const printer = new ServerDirectPrinter(address);
  printer.cover = 'open';
  await printer.tellStatus();
  expect(await known()).toEqual({ paper_level: 'ok', cover: 'open', problem: 'cover-open' });
});

test('a ticket that no printer of this kind takes fails, and the next one prints', async () => {
  await kitchen.placeOne();
  await kitchen.db
    .updateTable('order_items')
    .set({ notes: 'مرحبا '.repeat(1_800) })
    .execute();
  await kitchen.placeOne();
  const printer = new ServerDirectPrinter(address);
  await printer.poll();
  await printer.poll();
  expect((await kitchen.jobs()).map(({ state, problem }) => [state, problem])).toEqual([
    ['failed', 'too-large'],
    ['printed', null],
  ]);
});

test.each([
  ['no form', ''],
  ['a result that is no XML', 'ConnectionType=SetResponse&ResponseFile=x'],
  ['a result with entities', 'ConnectionType=SetResponse&ResponseFile=%3C!DOCTYPE%20a%3E%3Ca/%3E'],
  ['a result that names no ticket', 'ConnectionType=SetResponse&ResponseFile=%3Ca/%3E'],
])('%s is refused', async (_what, payload) => {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const response = await kitchen.api.app.inject({ method: 'POST', url: stored.path, headers, payload });
  expect(response.statusCode).toBe(400);
});

test('a printer of the other protocol is told so', async () => {
  const { path } = await kitchen.printer({ kind: 'cloudprnt' });
  const payload = 'ConnectionType=GetRequest';
  expect((await kitchen.api.app.inject({ method: 'POST', url: path, payload })).statusCode).toBe(400);
  expect((await kitchen.api.app.inject({ method: 'GET', url: stored.path })).statusCode).toBe(400);
});
