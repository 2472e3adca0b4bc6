/** Simulates days of imaginary stalls, the same in each run: customers order, the kitchen works, and the staff tap Done. */
import type { Timed } from './waiting.rules';

const MINUTE_MS = 60_000;

export interface SimulatedStall {
  name: string;
  /** Orders per hour, for each hour since the opening. */
  ordersPerHour: readonly number[];
  /** The number of orders that are made at the same time. */
  cooks: number;
  /** The mean minutes that a cook needs for an order, and how much orders differ: 0 means not at all. */
  cookMinutes: number;
  spread: number;
  /** The number of cooks from an hour of the day on, counted from the opening. */
  cooksChange?: { fromHour: number; cooks: number };
  /** The number of orders that leave the kitchen together, as pizzas leave an oven. */
  batch?: number;
  /** The probability that the staff tap an order's Done a quarter of an hour late. */
  forgotten?: number;
}

/** Mulberry32: 32 bits of state, uniform in [0, 1). */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Returns the orders of a day, sorted by the time of placement. Times are in ms from the opening. */
export function simulatedDay(stall: SimulatedStall, seed: number): Timed[] {
  const random = randomOf(seed);
  const cookTime = () => lognormal(random, stall.cookMinutes * MINUTE_MS, stall.spread);
  const freeAt: number[] = [];
  const orders = placements(stall, random).map((placedAt): Timed => {
    const cooks = cooksAt(stall, placedAt);
    freeAt.sort((one, other) => one - other);
    while (freeAt.length > cooks) freeAt.shift();
    while (freeAt.length < cooks) freeAt.push(placedAt);
    const cookedAt = Math.max(placedAt, freeAt.shift() ?? placedAt) + cookTime();
    freeAt.push(cookedAt);
    const isForgotten = random() < (stall.forgotten ?? 0);
    const tapMs = -Math.log(1 - random()) * 15_000 + (isForgotten ? 15 * MINUTE_MS : 0);
    return { placedAt, doneAt: cookedAt + tapMs };
  });
  return stall.batch === undefined ? orders : inBatches(orders, stall.batch);
}

const cooksAt = ({ cooks, cooksChange }: SimulatedStall, at: number): number =>
  cooksChange && at >= cooksChange.fromHour * 60 * MINUTE_MS ? cooksChange.cooks : cooks;

function placements({ ordersPerHour }: SimulatedStall, random: () => number): number[] {
  const times: number[] = [];
  for (const [hour, rate] of ordersPerHour.entries()) {
    const end = (hour + 1) * 60 * MINUTE_MS;
    for (let at = hour * 60 * MINUTE_MS; rate > 0; ) {
      at += (-Math.log(1 - random()) / rate) * 60 * MINUTE_MS;
      if (at >= end) break;
      times.push(at);
    }
  }
  return times;
}

/** Orders that are cooked one after the other leave together with the last of them, if that is within three minutes. */
function inBatches(orders: readonly Timed[], size: number): Timed[] {
  const result = orders.map((order) => ({ ...order }));
  const byDone = [...result].sort((one, other) => one.doneAt - other.doneAt);
  while (byDone.length > 0) {
    const first = byDone[0]?.doneAt ?? 0;
    const together = byDone.splice(0, size).filter(({ doneAt }, index, batch) => {
      const isNear = doneAt - first <= 3 * MINUTE_MS;
      if (!isNear) byDone.unshift(...batch.slice(index, index + 1));
      return isNear;
    });
    byDone.sort((one, other) => one.doneAt - other.doneAt);
    const leavesAt = Math.max(...together.map(({ doneAt }) => doneAt));
    for (const order of together) order.doneAt = leavesAt;
  }
  return result;
}

function lognormal(random: () => number, mean: number, spread: number): number {
  const sigma = Math.sqrt(Math.log(1 + spread ** 2));
  const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  return mean * Math.exp(sigma * normal - sigma ** 2 / 2);
}

const LUNCH = [4, 12, 20, 14, 6, 4] as const;
const hours = (factor: number) => LUNCH.map((rate) => rate * factor);

export const STALLS: readonly SimulatedStall[] = [
  { name: 'coffee, one person, short lines', ordersPerHour: hours(1.2), cooks: 1, cookMinutes: 2, spread: 0.4 },
  { name: 'coffee, one person, a rush', ordersPerHour: hours(1.6), cooks: 1, cookMinutes: 2, spread: 0.4 },
  { name: 'ramen, two cooks', ordersPerHour: hours(0.9), cooks: 2, cookMinutes: 6, spread: 0.4 },
  { name: 'ramen, two cooks, overrun at lunch', ordersPerHour: hours(1.3), cooks: 2, cookMinutes: 6, spread: 0.4 },
  { name: 'grill, five cooks, long dishes', ordersPerHour: hours(1.1), cooks: 5, cookMinutes: 12, spread: 0.5 },
  { name: 'pizza, an oven of four', ordersPerHour: hours(1), cooks: 4, cookMinutes: 9, spread: 0.2, batch: 4 },
  { name: 'quiet', ordersPerHour: hours(0.2), cooks: 1, cookMinutes: 7, spread: 0.5 },
  {
    name: 'a cook goes home at lunch',
    ordersPerHour: hours(0.8),
    cooks: 3,
    cookMinutes: 6,
    spread: 0.4,
    cooksChange: { fromHour: 2.5, cooks: 2 },
  },
  {
    name: 'Done is forgotten, one of ten',
    ordersPerHour: hours(0.9),
    cooks: 2,
    cookMinutes: 5,
    spread: 0.4,
    forgotten: 0.1,
  },
];
