// Kills the API with kill -9 at random moments while orders are placed. Afterwards each acknowledged order must be there.
import { startRoundRobin } from '../cluster/balancer';
import { auditOrders, closeHall, killUnderOrders, openHall } from '../cluster/run';
import { randomOf } from '../payments/random';

interface KillRun {
  /** The folder from findPostgres. */
  bin: string;
  kills: number;
  seed: number;
  report: (line: string) => void;
}

/** Kills a single process on PostgreSQL. The run of several processes tests the screens. @returns the problems, in sentences */
export async function tryKills({ bin, kills, seed, report }: KillRun): Promise<string[]> {
  const hall = await openHall({ bin, processes: 1, startBalancer: startRoundRobin });
  try {
    const random = randomOf(seed);
    const pauseMs = () => random.int(0, 1_500);
    await killUnderOrders(hall, { ms: Number.POSITIVE_INFINITY, kills, pauseMs, everyMs: 0 });
    await auditOrders(hall);
    if (hall.placed.size === 0) hall.problems.push('No order was placed between the kills.');
    report(`${kills} kills, ${hall.placed.size} orders acknowledged`);
    return hall.problems;
  } finally {
    await closeHall(hall);
  }
}
