/**
 * Ends the process without dropping a request: first it reports that it is not ready, then it accepts no connections, then it finishes the
 * requests under way.
 */

import type { DatabaseListener } from '../database/listener';
import { messageOf } from '../errors';
import type { Log } from '../log';
import type { App } from './scope';

/** The time that requests under way may take, so that a hanging request cannot delay the exit for ever. */
const REQUESTS_MS = 8_000;
/** The interval at which connections that have become idle are closed. */
const ROUND_MS = 50;

/** The end of the process, from the moment at which it is asked to stop. */
export class Departure {
  readonly #begun = new AbortController();

  /** Once true, the process reports that it is not ready, so a load balancer sends no more requests. */
  get hasBegun(): boolean {
    return this.signal.aborted;
  }

  /** Aborts when the departure begins. A request that is held for news ends with it. */
  get signal(): AbortSignal {
    return this.#begun.signal;
  }

  begin(): void {
    this.#begun.abort();
  }
}

/**
 * Makes `app.close` wait for the requests under way. It accepts no new connection, and it ends the sockets, so that pages connect to
 * another process.
 */
export function registerDeparture(app: App, { departure, realtime, listener, log }: DepartureDeps): void {
  app.addHook('preClose', async () => {
    departure.begin();
    const { server } = app;
    if (!server.listening) return;
    const hasPeers = await Promise.resolve(listener?.hasPeers()).catch((error: unknown) => {
      log.warn({ reason: messageOf(error) }, 'it is not known whether other processes are at work');
      return false;
    });
    // close() also closes the connections that are idle now. The interval below closes those that become idle later.
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
  /** close() ends the engine's sockets. When another process accepts them, they are told to come back at once. */
  realtime: { engine: { close(hasPeers: boolean | undefined): Promise<void> } | null };
  listener: Pick<DatabaseListener, 'hasPeers'> | null;
  log: Log;
}
