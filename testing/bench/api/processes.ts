// Measures the throughput of several processes on one PostgreSQL. They share this machine's processors with the database and with their
// callers.

import { findPostgres } from 'scripts/site/postgres';
import { cartSchema, one } from 'shared-contracts/schemas';
import { anAdd } from 'shared-contracts/testing/builders';
import { register } from '../../client/accounts';
import { clientOf, overHttp } from '../../client/http';
import { itemsOf, lineOf, readItem, readVendor, vendorNamed } from '../../client/orders';
import { startRoundRobin } from '../../cluster/balancer';
import { type Cluster, openCluster, rootOf } from '../../cluster/cluster';
import { type Figure, medianOf } from '../support/figures';
import { memoryMb } from '../support/processor';
import { KUMO } from '../support/site';
import { load } from './rates';

const PROCESSES = [1, 2, 4];
const SECONDS = 3;
const CONNECTIONS = 48;
/** Guests who add to their carts at the same time. */
const GUESTS = 8;

/** @returns figures for 1, 2 and 4 processes, or none without PostgreSQL */
export async function measureProcesses(rounds: number): Promise<Figure[]> {
  const bin = findPostgres();
  if (!bin) return [];
  const figures: Figure[] = [];
  for (const processes of PROCESSES) {
    const cluster = await openCluster({ bin, processes, startBalancer: startRoundRobin });
    try {
      figures.push(...(await measureCluster(cluster, rounds)));
    } finally {
      await cluster.close();
    }
  }
  return figures;
}

async function measureCluster(cluster: Cluster, rounds: number): Promise<Figure[]> {
  const { ports } = cluster;
  const memory = async () => Math.max(...(await Promise.all(cluster.pids().map(memoryMb))));
  const atRest = await memory();
  const read = await medianRate(rounds, async () => {
    const connections = CONNECTIONS / ports.length;
    const rates = await Promise.all(ports.map((port) => load(`${rootOf(port)}/vendors/1`, SECONDS, connections)));
    return rates.reduce((sum, rate) => sum + rate, 0);
  });
  const add = await additions(cluster);
  const added = await medianRate(rounds, add);
  const name = `${ports.length} ${ports.length === 1 ? 'process' : 'processes'}`;
  return [
    { name: `${name}: menus a second`, value: read, unit: '' },
    { name: `${name}: additions to carts a second`, value: added, unit: '' },
    {
      name: `${name}: memory of the largest`,
      value: await memory(),
      unit: 'MB',
      note: `${atRest.toFixed(0)} at rest`,
    },
  ];
}

/** Measures the rounds and returns their median. The first round only warms up. */
async function medianRate(rounds: number, measure: () => Promise<number>): Promise<number> {
  await measure();
  const rates: number[] = [];
  for (let round = 0; round < rounds; round += 1) rates.push(await measure());
  return medianOf(rates);
}

/** @returns a round of guests, each at one process, who add the same dish repeatedly; the round returns additions a second */
async function additions({ send, ports }: Cluster): Promise<() => Promise<number>> {
  const guests = await Promise.all(
    Array.from({ length: GUESTS }, async (_, index) => {
      const { token } = await register(send);
      return clientOf(overHttp(rootOf(ports[index % ports.length] ?? 0)), token);
    }),
  );
  const [first] = guests;
  if (!first) throw new Error('There are no guests.');
  const vendor = await readVendor(first, (await vendorNamed(first, 1, KUMO)).id);
  const [item] = itemsOf(vendor);
  if (!item) throw new Error(`${KUMO} sells nothing.`);
  const line = anAdd(lineOf(vendor, await readItem(first, item.id)));
  return async () => {
    const endsAt = performance.now() + SECONDS * 1000;
    const counts = await Promise.all(
      guests.map(async (guest) => {
        let count = 0;
        for (; performance.now() < endsAt; count += 1) await guest.post('/carts', line, one(cartSchema));
        return count;
      }),
    );
    return counts.reduce((sum, count) => sum + count, 0) / SECONDS;
  };
}
