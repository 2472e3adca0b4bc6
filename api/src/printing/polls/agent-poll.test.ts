import { readEscPos } from 'print-stand-ins';
import { withTestApp } from '../../testing/test-app';
import { Kitchen, type StoredPrinter } from '../printing.testing';

const kitchen = new Kitchen(withTestApp(), 'agent');
const FINE = { paper: 'ok', cover: 'closed', problem: null };

let bar: StoredPrinter;
let grill: StoredPrinter;

beforeEach(async () => {
  await kitchen.open();
  bar = await kitchen.printer({ name: 'Bar', documents: [] });
  grill = await kitchen.printer({ name: 'Grill' });
});

const wait = (secrets: readonly string[], state: object = FINE) =>
  kitchen.api.app.inject({
    method: 'POST',
    url: '/api/v1/print/agent',
    payload: { printers: secrets.map((secret) => ({ secret, state })) },
  });
const both = () => [bar.secret, grill.secret];
const states = async () => (await kitchen.jobs()).map(({ state }) => state);

/** Resolves once a request is held. */
async function isHeld(): Promise<void> {
  const at = () =>
    kitchen.db.selectFrom('printers').select('last_heard_at').where('id', '=', grill.id).executeTakeFirst();
  while ((await at())?.last_heard_at === null) await new Promise(setImmediate);
}

test('the agent is told which printer has a job, fetches it and confirms it', async () => {
  const { orderNumber } = await kitchen.placeOne();
  const [none, job] = (await wait(both())).json().data;
  expect(none).toEqual({ printer: 0, token: null, is_known: true });
  const url = `${grill.path}?token=${job.token}`;
  const ticket = await kitchen.api.app.inject({ url });
  expect(readEscPos(ticket.rawPayload).join('\n')).toContain(orderNumber);
  expect(await states()).toEqual(['sent']);
  expect((await kitchen.api.app.inject({ method: 'DELETE', url: `${url}&code=OK` })).json()).toEqual({});
  expect(await states()).toEqual(['printed']);
});

test('a request is held until an order is placed', async () => {
  const held = wait(both());
  await isHeld();
  await kitchen.placeOne();
  expect((await held).json().data[1].token).toEqual(expect.any(String));
});

test('a request is let go at once when the process departs, and later ones are sent away', async () => {
  const held = wait(both());
  await isHeld();
  kitchen.api.deps.departure.begin();
  expect((await held).json().data.map(({ token }: { token: string | null }) => token)).toEqual([null, null]);
  const later = await wait(both());
  expect([later.statusCode, later.headers['retry-after']]).toEqual([503, '1']);
  // Without the departure, it is held for 25 s.
}, 15_000);

test('a request for the headers of a ticket does not take it', async () => {
  await kitchen.placeOne();
  const [job] = await kitchen.jobs();
  await kitchen.api.app.inject({ method: 'HEAD', url: `${grill.path}?token=${job?.token}` });
  expect(await states()).toEqual(['queued']);
});

test('a printer with a problem is not told of its job', async () => {
  await kitchen.placeOne();
  const held = wait(both(), { ...FINE, paper: 'out', problem: 'paper-out' });
  await isHeld();
  kitchen.api.deps.departure.begin();
  expect((await held).json().data[1].token).toBeNull();
  expect(
    await kitchen.db.selectFrom('printers').select('problem').where('id', '=', grill.id).executeTakeFirst(),
  ).toEqual({
    problem: 'paper-out',
  });
});

test('the agent learns that an address is unknown', async () => {
  await kitchen.placeOne();
  const { data } = (await wait(['A'.repeat(43), grill.secret])).json();
  expect(data).toEqual([
    { printer: 0, token: null, is_known: false },
    { printer: 1, token: expect.any(String), is_known: true },
  ]);
});

test.each<[string, string, string]>([
  ['paper-out', 'queued', 'paper-out'],
  ['format', 'queued', 'format'],
])('a job that failed with %s is %s', async (code, state, problem) => {
  await kitchen.placeOne();
  const [, job] = (await wait(both())).json().data;
  const url = `${grill.path}?token=${job.token}`;
  await kitchen.api.app.inject({ url });
  await kitchen.api.app.inject({ method: 'DELETE', url: `${url}&code=${code}&detail=x` });
  expect(await kitchen.jobs()).toEqual([expect.objectContaining({ state, problem })]);
});

test.each([
  ['GET', ''],
  ['DELETE', '?token=x'],
  ['DELETE', '?token=x&code=nonsense'],
] as const)('%s with the query "%s" is refused', async (method, query) => {
  expect((await kitchen.api.app.inject({ method, url: `${grill.path}${query}` })).statusCode).toBe(400);
});

test('a body that is nonsense is refused', async () => {
  const url = '/api/v1/print/agent';
  const headers = { 'content-type': 'application/json' };
  expect((await kitchen.api.app.inject({ method: 'POST', url, headers, payload: '{' })).statusCode).toBe(400);
  expect((await kitchen.api.app.inject({ method: 'POST', url, payload: { printers: [] } })).statusCode).toBe(422);
});
