/**
 * Two members of staff work on the same order at the same moment over real HTTP, like their screens: each taps the next step of the state that
 * it last saw, sometimes the undo, sometimes Cancel. `npm run test:race` does 1,000 rounds on PostgreSQL.
 */
import type { AddressInfo } from 'node:net';
import { nextState, previousState } from 'shared-contracts/rules/queue-state';
import type { QueueState } from 'shared-contracts/types';
import type { EventMessage } from '../../messages/realtime/events';
import { storeUser, storeVenue, type TestUser } from '../../testing/stored';
import { withTestApp } from '../../testing/test-app';
import { Market } from '../carts/market.testing';

const ROUNDS = Number(process.env.RACE_ROUNDS ?? 30);
const SEED = Number(process.env.RACE_SEED ?? 1);

const api = withTestApp();
const market = new Market(() => api.current);

interface Tally {
  taps: number;
  /** Counts taps that arrived when the order was already in another state. */
  lost: number;
  cancelled: number;
}

test(
  `two staff move one order in ${ROUNDS} rounds with seed ${SEED}, and no state is skipped or doubled`,
  async () => {
    const { app, deps } = api.current;
    const venue = await storeVenue(deps.db);
    const buyer = await storeUser(deps.db);
    const staff = [
      await storeUser(deps.db, { vendorIds: [venue.vendor.id] }),
      await storeUser(deps.db, { vendorIds: [venue.vendor.id] }),
    ];
    await app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = app.server.address() as AddressInfo;
    const random = randomFrom(SEED);
    const tally: Tally = { taps: 0, lost: 0, cancelled: 0 };
    for (let round = 0; round < ROUNDS; round += 1) {
      const { queueEntryId, orderId } = await market.placeOne(buyer, venue);
      // The plans are fixed before the two start, so that a seed repeats the taps, although not their order.
      const plans = staff.map(() => Array.from({ length: 40 }, () => random()));
      await Promise.all(
        staff.map((user, index) =>
          work(`http://127.0.0.1:${port}/api/v1`, user, { queueEntryId, orderId }, plans[index] ?? [], tally),
        ),
      );
      if (await checkRound(round, queueEntryId, orderId)) tally.cancelled += 1;
    }
    // The two did meet: one of two concurrent taps is late.
    expect(tally.lost).toBeGreaterThan(ROUNDS / 10);
    if (process.env.RACE_ROUNDS) console.info(`race: ${JSON.stringify({ rounds: ROUNDS, seed: SEED, ...tally })}`);
  },
  60_000 + ROUNDS * 1_000,
);

/** Taps until the order is finished, or the plan ends. */
async function work(
  base: string,
  user: TestUser,
  { queueEntryId, orderId }: { queueEntryId: number; orderId: number },
  plan: readonly number[],
  tally: Tally,
): Promise<void> {
  const put = async (path: string, body: object) => {
    const headers = { ...user.headers, 'content-type': 'application/json' };
    const response = await fetch(`${base}${path}`, { method: 'PUT', headers, body: JSON.stringify(body) });
    tally.taps += 1;
    return { status: response.status, ...(await response.json()) };
  };
  let seen: QueueState = 'new';
  for (const chance of plan) {
    if (chance < 0.02) {
      const { status } = await put(`/queues/cancel/${orderId}`, { reason: 'Out of noodles' });
      expect([200, 409]).toContain(status);
      return;
    }
    const wanted: QueueState | undefined = chance < 0.15 ? previousState(seen) : nextState(seen);
    if (!wanted) {
      if (seen === 'collected') return;
      continue;
    }
    const { status, data } = await put(`/queues/${queueEntryId}`, { state: wanted, from: seen });
    expect([200, 409]).toContain(status);
    if (status === 200) expect(data.state).toBe(wanted);
    else tally.lost += 1;
    if (data.order.state === 'cancelled') return;
    seen = data.state;
  }
}

/** @returns true if it ended with a cancellation */
async function checkRound(round: number, entryId: number, orderId: number): Promise<boolean> {
  const { db } = api.current.deps;
  const entry = await db.selectFrom('queue_entries').selectAll().where('id', '=', entryId).executeTakeFirstOrThrow();
  const order = await db.selectFrom('orders').select('state').where('id', '=', orderId).executeTakeFirstOrThrow();
  const steps = await db
    .selectFrom('queue_transitions')
    .selectAll()
    .where('entry_id', '=', entryId)
    .orderBy('id')
    .execute();
  const cancellations = await db
    .selectFrom('order_cancellations')
    .selectAll()
    .where('order_id', '=', orderId)
    .execute();
  const rows = await db.selectFrom('outbox').select('payload').where('kind', '=', 'event').orderBy('id').execute();
  const announced = rows
    .map(({ payload }) => payload as EventMessage & { payload: { queue?: { id: number; state: QueueState } } })
    .filter(({ event, payload }) => event.endsWith('StateUpdated') && payload.queue?.id === entryId)
    .map(({ payload }) => payload.queue?.state);
  await db.deleteFrom('outbox').execute();

  const way = steps.map(({ from_state, to_state }) => [from_state, to_state]);
  const states: QueueState[] = ['new', ...steps.map(({ to_state }) => to_state)];
  const problem = { round, way };
  // Each step starts in the state in which the previous one ended, and goes one forward or one back.
  expect({ ...problem, from: steps.map(({ from_state }) => from_state) }).toEqual({
    ...problem,
    from: states.slice(0, -1),
  });
  for (const { from_state, to_state, is_undo } of steps) {
    expect({ ...problem, to_state }).toEqual({
      ...problem,
      to_state: is_undo ? previousState(from_state) : nextState(from_state),
    });
  }
  expect({ ...problem, state: entry.state }).toEqual({ ...problem, state: states.at(-1) });
  // Each state was announced once and in order. The placement announced the first 'new'.
  expect({ ...problem, announced }).toEqual({ ...problem, announced: states });
  const isCancelled = entry.cancelled_at !== null;
  expect({ ...problem, cancellations: cancellations.length }).toEqual({
    ...problem,
    cancellations: isCancelled ? 1 : 0,
  });
  const expected = isCancelled ? 'cancelled' : entry.state === 'collected' ? 'completed' : 'placed';
  expect({ ...problem, order: order.state }).toEqual({ ...problem, order: expected });
  if (isCancelled)
    expect({ ...problem, cancelledIn: cancellations[0]?.queue_state }).toEqual({
      ...problem,
      cancelledIn: entry.state,
    });
  return isCancelled;
}

/** Mulberry32: returns numbers from 0 to 1, the same for the same seed. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
