// Measures the time of an event to one of many sockets, over this machine's loopback.

import { freePort } from 'scripts/site/postgres';
import { processEnv } from 'settings/environment';
import { openFilesLimit, openSockets, startEngine } from '../support/engine';
import type { Figure } from '../support/figures';
import { quantile } from '../support/site';

const SOCKETS = Number(processEnv.BENCH_SOCKETS ?? 10_000);
/** The number of files that the engine has open besides these sockets. */
const OTHER_FILES = 200;
const MOST_P99_MS = 10;

export async function measureSockets(): Promise<Figure[]> {
  const limit = await openFilesLimit();
  const port = await freePort();
  const engine = await startEngine(port);
  try {
    const { sockets, openedMs, kilobytesEach, times } = await openSockets(
      port,
      engine,
      Math.min(SOCKETS, limit - OTHER_FILES),
    );
    const event = (q: number, atMost?: number): Figure => ({
      name: `an event to one of ${sockets} sockets, p${q * 100}`,
      value: quantile(times, q),
      unit: 'ms',
      ...(atMost !== undefined && { atMost }),
    });
    return [
      event(0.5),
      event(0.95),
      { ...event(0.99, MOST_P99_MS), note: `${times.length} events` },
      {
        name: 'memory of an idle socket',
        value: kilobytesEach,
        unit: 'KB',
        note: `opened in ${(openedMs / 1000).toFixed(1)} s; a process may have ${limit} open files here`,
      },
    ];
  } finally {
    await engine.stop();
  }
}
