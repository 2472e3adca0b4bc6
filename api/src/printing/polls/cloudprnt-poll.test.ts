import { CloudPrntPrinter } from 'print-stand-ins';
import { withTestApp } from '../../testing/test-app';
import { Kitchen, type StoredPrinter, starTexts } from '../printing.testing';

const test_ = withTestApp();
const kitchen = new Kitchen(test_);

let stored: StoredPrinter;
let printer: CloudPrntPrinter;

beforeEach(async () => {
  await kitchen.open();
  stored = await kitchen.printer();
  printer = new CloudPrntPrinter(await kitchen.addressOf(stored));
});

const states = async () => (await kitchen.jobs(stored.id)).map(({ state }) => state);

test('an order prints once, and counts as printed when the printer confirms it', async () => {
  const { orderNumber } = await kitchen.placeOne();
  expect(await states()).toEqual(['queued']);
  await printer.poll();
  await printer.poll();
  const [ticket, ...others] = starTexts(printer.tickets);
  expect(ticket).toContain(orderNumber);
  expect(ticket).not.toContain('DUPLICATE');
  expect(others).toEqual([]);
  expect(await states()).toEqual(['printed']);
});

test('orders print in their order, and each poll takes one', async () => {
  const numbers: string[] = [];
  for (let count = 0; count < 3; count += 1) numbers.push((await kitchen.placeOne()).orderNumber);
  for (let poll = 0; poll < 3; poll += 1) await printer.poll();
  const texts = starTexts(printer.tickets);
  expect(texts.map((text, index) => text.includes(numbers[index] ?? ''))).toEqual([true, true, true]);
});

test('a ticket whose confirmation was lost prints again, marked DUPLICATE', async () => {
  await kitchen.placeOne();
  printer.forgetsNextConfirmation = true;
  await printer.poll();
  expect(await states()).toEqual(['sent']);
  await printer.poll();
  const texts = starTexts(printer.tickets);
  expect(texts.map((text) => text.includes('DUPLICATE'))).toEqual([false, true]);
  expect(await states()).toEqual(['printed']);
});

test('a lost response to a poll changes nothing', async () => {
  await kitchen.placeOne();
  printer.losesNextResponse = true;
  await printer.poll();
  await printer.poll();
  expect(starTexts(printer.tickets)).toHaveLength(1);
  expect(starTexts(printer.tickets)[0]).not.toContain('DUPLICATE');
});

test('a job waits for paper and prints when there is some', async () => {
  await kitchen.placeOne();
  printer.paper = 'out';
  await printer.poll();
  expect(await kitchen.db.selectFrom('printers').select(['problem', 'paper_level']).executeTakeFirst()).toEqual({
    problem: 'paper-out',
    paper_level: 'out',
  });
  expect(await states()).toEqual(['queued']);
  printer.paper = 'ok';
  await printer.poll();
  expect(await states()).toEqual(['printed']);
  expect(await kitchen.db.selectFrom('printers').select('problem').executeTakeFirst()).toEqual({ problem: null });
});

test('a ticket that runs out of paper while it prints comes again, marked DUPLICATE', async () => {
  await kitchen.placeOne();
  printer.nextFailure = '410 Paper Empty';
  await printer.poll();
  printer.paper = 'ok';
  await printer.poll();
  expect(starTexts(printer.tickets).map((text) => text.includes('DUPLICATE'))).toEqual([true]);
  expect(await states()).toEqual(['printed']);
});

test('a printer that polls while it prints gets nothing, and may confirm late', async () => {
  await kitchen.placeOne();
  await kitchen.placeOne();
  printer.pollsBeforeConfirmation = 2;
  for (let poll = 0; poll < 8; poll += 1) await printer.poll();
  expect(starTexts(printer.tickets).filter((text) => text.includes('DUPLICATE'))).toEqual([]);
  expect(printer.tickets).toHaveLength(2);
  expect(await states()).toEqual(['printed', 'printed']);
});

test('a ticket that the printer cannot read is tried twice, and the next one prints', async () => {
  await kitchen.placeOne();
  await kitchen.placeOne();
  printer.nextFailure = '511 Media decoding error';
  await printer.poll();
  expect(await states()).toEqual(['queued', 'queued']);
  printer.nextFailure = '511 Media decoding error';
  await printer.poll();
  await printer.poll();
  expect(await states()).toEqual(['failed', 'printed']);
});

test('a confirmation may come twice, and one of an unknown job is taken and changes nothing', async () => {
  await kitchen.placeOne();
  await kitchen.placeOne();
  await printer.poll();
  const [first] = await kitchen.jobs();
  for (const token of [first?.token, 'unknown']) {
    const { statusCode } = await kitchen.api.app.inject({
      method: 'DELETE',
      url: `${stored.path}?code=200%20OK&token=${token}`,
    });
    expect(statusCode).toBe(200);
  }
  expect(await states()).toEqual(['printed', 'queued']);
});

test('two requests for one ticket at once take it once without a mark', async () => {
  await kitchen.placeOne();
  const [job] = await kitchen.jobs();
  const url = `${stored.path}?token=${job?.token}&type=application/vnd.star.starprnt`;
  const responses = await Promise.all([kitchen.api.app.inject({ url }), kitchen.api.app.inject({ url })]);
  const given = starTexts(responses.filter(({ statusCode }) => statusCode === 200).map(({ rawPayload }) => rawPayload));
  expect(given.filter((text) => !text.includes('DUPLICATE'))).toHaveLength(1);
});

test('a printer reads its own jobs alone', async () => {
  const other = await kitchen.printer({ name: 'Bar', documents: [] });
  await kitchen.placeOne();
  const [job] = await kitchen.jobs();
  const fetched = await kitchen.api.app.inject({ url: `${other.path}?token=${job?.token}` });
  expect(fetched.statusCode).toBe(404);
  await kitchen.api.app.inject({ method: 'DELETE', url: `${other.path}?code=OK&token=${job?.token}` });
  expect(await states()).toEqual(['queued']);
});

test.each(['x', 'A'.repeat(43), 'agentx'])('the secret %s is not found', async (secret) => {
  const url = `/api/v1/print/${secret}`;
  for (const method of ['POST', 'GET', 'DELETE'] as const) {
    expect((await kitchen.api.app.inject({ method, url })).statusCode).toBe(404);
  }
});

test('a secret that was replaced is not found any more', async () => {
  await kitchen.db.updateTable('printers').set({ secret_hash: null }).execute();
  expect((await kitchen.api.app.inject({ method: 'POST', url: stored.path, payload: {} })).statusCode).toBe(404);
});

test.each([
  ['no body', undefined],
  ['no JSON', 'statusCode'],
  ['a list', '[]'],
  ['another form', '{"status":1}'],
  ['a field of the wrong type', '{"statusCode":{}}'],
])('a poll with %s is refused, and the printer goes on', async (_what, payload) => {
  await kitchen.placeOne();
  const headers = { 'content-type': 'application/json' };
  const refused = await kitchen.api.app.inject({
    method: 'POST',
    url: stored.path,
    headers,
    ...(payload && { payload }),
  });
  expect(refused.statusCode).toBe(400);
  await printer.poll();
  expect(await states()).toEqual(['printed']);
});

test('a poll of a megabyte is refused', async () => {
  const refused = await kitchen.api.app.inject({ method: 'POST', url: stored.path, payload: 'x'.repeat(1_000_000) });
  expect(refused.statusCode).toBe(413);
});

test('polls without news are stored every 20 s alone', async () => {
  await printer.poll();
  const heardAt = async () =>
    (await kitchen.db.selectFrom('printers').select('last_heard_at').executeTakeFirst())?.last_heard_at;
  const first = await heardAt();
  await printer.poll();
  expect(await heardAt()).toEqual(first);
  kitchen.api.advance(21_000);
  await printer.poll();
  expect(await heardAt()).not.toEqual(first);
});
