/** Several processes, restarts and a lost database: a ticket is printed once, or says that it may be a second one. */
import { createKysely } from 'core/database/kysely';
import { CloudPrntPrinter } from 'print-stand-ins';
import { buildTestApp, type TestApp, withDatabase } from '../testing/test-app';
import { Kitchen, type StoredPrinter, starTexts } from './printing.testing';

const { database } = withDatabase();

const apps: TestApp[] = [];
afterEach(async () => {
  for (const app of apps.splice(0)) await app.close();
});

/** Starts a process on the database of this file. */
async function start(overrides: Parameters<typeof buildTestApp>[0] = {}): Promise<Kitchen> {
  const app = await buildTestApp(overrides);
  apps.push(app);
  return new Kitchen({ current: app });
}

const duplicates = (tickets: readonly Buffer[]) => starTexts(tickets).map((text) => text.includes('DUPLICATE'));
const stateOf = async (kitchen: Kitchen) => (await kitchen.jobs()).map(({ state }) => state);

/** A printer behind two processes: each of its requests goes to either. */
async function standIns(stored: StoredPrinter, processes: readonly Kitchen[]): Promise<CloudPrntPrinter[]> {
  return Promise.all(processes.map(async (process) => new CloudPrntPrinter(await process.addressOf(stored))));
}

test('two processes give one ticket to one request without a mark', async () => {
  const [one, other] = [await start(), await start()];
  await one.open();
  const stored = await one.printer();
  await one.placeOne();
  const printers = await standIns(stored, [one, other]);
  await Promise.all(printers.map((printer) => printer.poll()));
  await Promise.all(printers.map((printer) => printer.poll()));
  const tickets = printers.flatMap((printer) => printer.tickets);
  expect(duplicates(tickets).filter((isDuplicate) => !isDuplicate)).toHaveLength(1);
  expect(await stateOf(one)).toEqual(['printed']);
});

test('an order of one process wakes the agent that another one holds', async () => {
  const [one, other] = [await start(), await start()];
  await one.open();
  const { secret, id } = await one.printer({ kind: 'agent' });
  const state = { paper: 'ok', cover: 'closed', problem: null };
  const held = other.api.app.inject({
    method: 'POST',
    url: '/api/v1/print/agent',
    payload: { printers: [{ secret, state }] },
  });
  const heard = () => one.db.selectFrom('printers').select('last_heard_at').where('id', '=', id).executeTakeFirst();
  while ((await heard())?.last_heard_at === null) await new Promise(setImmediate);
  await one.placeOne();
  expect((await held).json().data[0].token).toEqual(expect.any(String));
});

test('a ticket that was taken before a restart prints again with its mark, unless the printer confirms it', async () => {
  const before = await start();
  await before.open();
  const stored = await before.printer();
  await before.placeOne();
  await before.placeOne();
  const [first, second] = await before.jobs();
  const take = (kitchen: Kitchen, token = '') => kitchen.api.app.inject({ url: `${stored.path}?token=${token}` });
  await take(before, first?.token);
  await before.api.close();
  apps.pop();
  const after = await start();
  const confirm = `${stored.path}?code=OK&token=${first?.token}`;
  await after.api.app.inject({ method: 'DELETE', url: confirm });
  expect(await stateOf(after)).toEqual(['printed', 'queued']);
  await take(after, second?.token);
  const again = await take(after, second?.token);
  expect(duplicates([again.rawPayload])).toEqual([true]);
});

test('while the database is away a printer is told to come back, and nothing is lost', async () => {
  const { pool } = await database();
  let isAway = false;
  const db = createKysely({
    ...pool,
    connect: () => (isAway ? Promise.reject(new Error('connect ECONNREFUSED')) : pool.connect()),
    end: async () => undefined,
  } as typeof pool);
  const kitchen = await start({ overrides: { db } });
  await kitchen.open();
  const stored = await kitchen.printer();
  await kitchen.placeOne();
  const [job] = await kitchen.jobs();
  const [printer] = await standIns(stored, [kitchen]);
  isAway = true;
  for (const method of ['POST', 'GET', 'DELETE'] as const) {
    const response = await kitchen.api.app.inject({ method, url: `${stored.path}?code=OK&token=${job?.token}` });
    expect([response.statusCode, response.headers['retry-after']]).toEqual([503, '5']);
  }
  await printer?.poll();
  isAway = false;
  expect(await stateOf(kitchen)).toEqual(['queued']);
  await printer?.poll();
  expect(duplicates(printer?.tickets ?? [])).toEqual([false]);
  expect(await stateOf(kitchen)).toEqual(['printed']);
});

test('ten orders at once reach the paper once each, while responses and confirmations are lost', async () => {
  const [one, other] = [await start(), await start()];
  await one.open();
  const stored = await one.printer();
  const numbers: string[] = [];
  const [printer, second] = await standIns(stored, [one, other]);
  if (!printer || !second) throw new Error('There are two.');
  for (let order = 0; order < 10; order += 1) {
    numbers.push((await one.placeOne()).orderNumber);
    const polling = order % 2 === 0 ? printer : second;
    polling.losesNextResponse = order % 3 === 0;
    polling.forgetsNextConfirmation = order % 4 === 1;
    await polling.poll();
  }
  for (let poll = 0; poll < 20; poll += 1) await printer.poll();
  const texts = starTexts([...printer.tickets, ...second.tickets]);
  const unmarked = texts.filter((text) => !text.includes('DUPLICATE'));
  for (const number of numbers) {
    expect(texts.filter((text) => text.includes(number)).length).toBeGreaterThan(0);
    expect(unmarked.filter((text) => text.includes(number)).length).toBeLessThan(2);
  }
  expect(new Set(await stateOf(one))).toEqual(new Set(['printed']));
});
