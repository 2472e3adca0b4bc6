/** The print agent as a process, between the API over HTTP and receipt printers on TCP ports. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { EscPosPrinter } from 'print-stand-ins';
import { withTestApp } from '../../testing/test-app';
import { escPosTexts, Kitchen, type StoredPrinter } from '../printing.testing';

const AGENT = path.join(__dirname, 'print-agent.mjs');
const kitchen = new Kitchen(withTestApp(), 'agent');
const devices: EscPosPrinter[] = [];
let agent: ChildProcess | null = null;

beforeEach(() => kitchen.open());

afterEach(async () => {
  if (agent?.exitCode === null) {
    agent.kill();
    await once(agent, 'exit');
  }
  agent = null;
  for (const device of devices.splice(0)) await device.close();
});

async function device(): Promise<{ device: EscPosPrinter; address: string }> {
  const made = new EscPosPrinter();
  devices.push(made);
  return { device: made, address: `127.0.0.1:${await made.listen()}` };
}

/** @returns what it says, as far as it has */
function run(...args: string[]): { said: () => string; ended: Promise<unknown[]> } {
  let said = '';
  const started = spawn(process.execPath, [AGENT, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  for (const stream of [started.stdout, started.stderr]) {
    stream.on('data', (text) => {
      said += text;
    });
  }
  agent = started;
  return { said: () => said, ended: once(started, 'exit') };
}

async function until(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isTrue())) await pause(20);
}

const statesOf = async ({ id }: StoredPrinter) => (await kitchen.jobs(id)).map(({ state }) => state);

test('an order is printed on the printer of its stall, and counts as printed', async () => {
  const printer = await kitchen.printer();
  const { device: grill, address } = await device();
  run(await kitchen.addressOf(printer), address);
  const { orderNumber } = await kitchen.placeOne();
  await until(async () => (await statesOf(printer)).includes('printed'));
  expect(escPosTexts(grill.tickets)).toEqual([expect.stringContaining(orderNumber)]);
});

test('one agent feeds several printers, and one that is switched off stops no other', async () => {
  const [bar, grill] = [await kitchen.printer({ name: 'Bar' }), await kitchen.printer({ name: 'Grill' })];
  const { device: off, address: offAt } = await device();
  await off.close();
  const { device: on, address: onAt } = await device();
  run(await kitchen.addressOf(bar), offAt, await kitchen.addressOf(grill), onAt);
  await kitchen.placeOne();
  await until(async () => (await statesOf(grill)).includes('printed'));
  expect(on.tickets).toHaveLength(1);
  const { problem } = await kitchen.db
    .selectFrom('printers')
    .select('problem')
    .where('id', '=', bar.id)
    .executeTakeFirstOrThrow();
  expect(problem).toBe('offline');
  expect(await statesOf(bar)).toEqual(['queued']);
});

test('a printer without paper keeps its ticket, and prints it once when there is paper', async () => {
  const printer = await kitchen.printer();
  const { device: grill, address } = await device();
  grill.paper = 'out';
  run(await kitchen.addressOf(printer), address);
  await kitchen.placeOne();
  await until(async () => {
    const { problem } = await kitchen.db
      .selectFrom('printers')
      .select('problem')
      .where('id', '=', printer.id)
      .executeTakeFirstOrThrow();
    return problem === 'paper-out';
  });
  expect(await statesOf(printer)).toEqual(['queued']);
  grill.paper = 'ok';
  await until(async () => (await statesOf(printer)).includes('printed'));
  expect(grill.tickets).toHaveLength(1);
  expect(escPosTexts(grill.tickets)[0]).not.toContain('DUPLICATE');
});

test('an address that was replaced is named', async () => {
  const printer = await kitchen.printer();
  const { address } = await device();
  const url = await kitchen.addressOf(printer);
  await kitchen.db.updateTable('printers').set({ secret_hash: null }).execute();
  const { said } = run(url, address);
  await until(() => said().includes('its address was replaced or revoked'));
});

test.each([
  [
    'no printer',
    ['https://hall.example/api/v1/print/abcdefghijklmnopqrstuvwxyz'],
    /^node print-agent\.mjs ADDRESS PRINTER/,
  ],
  [
    'another page',
    ['https://hall.example/vendor/7/printers', '192.168.1.50'],
    /is not an address of a printer\. Copy it/,
  ],
  [
    'a wrong port',
    ['https://hall.example/api/v1/print/abcdefghijklmnopqrstuvwxyz', '192.168.1.50:99999'],
    /is not the address of a printer on this network/,
  ],
])('a call with %s says what is wrong', async (_case, args, message) => {
  const { said, ended } = run(...args);
  expect((await ended)[0]).toBe(1);
  expect(said()).toMatch(message);
});

test('the site sends the agent as one file', async () => {
  const { headers, body } = await kitchen.api.app.inject('/api/v1/print/agent.mjs');
  expect(headers['content-type']).toBe('text/javascript; charset=utf-8');
  expect(body).toContain('node print-agent.mjs https://');
  expect(body).not.toMatch(/from '(?!node:)/);
});
