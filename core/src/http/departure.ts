/** The way down without dropping a request: not ready, then deaf to new connections, then at an end with those there are. */

import type { DatabaseListener } from '../database/listener';
import { messageOf } from '../errors';
import type { Log } from '../log';
import type { App } from './scope';

/** The time that requests under way may take. A request that hangs must not delay the exit for good. */
const REQUESTS_MS = 8_000;
/** The interval at which connections that have become idle are closed. */
const ROUND_MS = 50;

export interface Departure {
  /** From then on the process is not ready: a balancer that asks sends no more requests. */
  hasBegun: boolean;
}

/**
 * Has `app.close` wait for the requests under way. No connection is accepted from its beginning. Sockets end then, so that pages
 * come back to a process that accepts them.
 */
export function registerDeparture(app: App, { departure, realtime, listener, log }: DepartureDeps): void {
  app.addHook('preClose', async () => {
    departure.hasBegun = true;
    const { server } = app;
    if (!server.listening) return;
    const hasPeers = await Promise.resolve(listener?.hasPeers()).catch((error: unknown) => {
      log.warn({ reason: messageOf(error) }, 'it is not known whether other processes are at work');
      return false;
    });
    // It closes idle connections too, once; those that become idle are closed below.
    const allClosed = new Promise<void>((resolve) => server.close(() => resolve()));
    const round = setInterval(() => server.closeIdleConnections(), ROUND_MS);
    let patience: NodeJS.Timeout | undefined;
    await realtime.engine?.close(hasPeers);
    await Promise.race([
      allClosed,
      new Promise<void>((resolve) => {
        patience = setTimeout(resolve, REQUESTS_MS);
      }),
    ]);
    clearInterval(round);
    clearTimeout(patience);
  });
}

interface DepartureDeps {
  departure: Departure;
  /** The engine ends its sockets, and has them come back at once where another process accepts them. */
  realtime: { engine: { close(hasPeers: boolean | undefined): Promise<void> } | null };
  listener: Pick<DatabaseListener, 'hasPeers'> | null;
  log: Log;
}
