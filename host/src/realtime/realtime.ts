/**
 * Keeps the socket in step with the session: a channel for the account one acts as, another after a switch, none signed
 * out. The server's events go into the event store; each is a hint, and what it is about is fetched by whoever owns it.
 */
import { publish, type SocketState, shellState, subscribe } from 'shared-contracts/events';
import { site } from 'shared-contracts/site';
import { channelOf } from './channel';
import type { Connection, ConnectionOptions } from './connection';
import { watchFreshness } from './freshness';
import { publishServerEvent } from './server-events';

export interface Realtime {
  /** For the X-Socket-Id header, by which the server spares us our own events. */
  socketId(): string | undefined;
  stop(): void;
}

export interface RealtimeOptions {
  /** Brings the socket's code. */
  load?: () => Promise<{ connect: (options: ConnectionOptions) => Connection }>;
  /** Runs it once the page has come to rest. */
  whenIdle?: (work: () => void) => void;
}

const loadConnection = () => import('./connection');

/** A page that never rests connects all the same. */
const LATEST_MS = 3000;

function afterTheFirstScreen(work: () => void): void {
  if (typeof window.requestIdleCallback === 'function') window.requestIdleCallback(work, { timeout: LATEST_MS });
  else setTimeout(work, 0);
}

/** Expects provideShell to have run. */
export function startRealtime({
  load = loadConnection,
  whenIdle = afterTheFirstScreen,
}: RealtimeOptions = {}): Realtime {
  let connection: Connection | undefined;
  let isLoading = false;
  let isStopped = false;

  const setState = (socket: SocketState) => {
    if (shellState().connection.socket !== socket) publish('connection-changed', { socket });
  };

  async function open(): Promise<void> {
    const config = site().realtime;
    if (!config || isLoading) return;
    isLoading = true;
    setState('connecting');
    try {
      const { connect } = await load();
      const channel = wanted();
      if (!channel) return setState('off');
      connection = connect({
        config,
        onState: (state) => setState(wanted() ? state : 'off'),
        onJoined: () => publish('refresh-wanted', { why: 'reconnected' }),
        onEvent: publishServerEvent,
      });
      connection.join(channel);
    } catch (error) {
      // The next reason to refresh tries again; until then remotes poll.
      console.warn('The socket could not be started', error);
      setState('down');
    } finally {
      isLoading = false;
    }
  }

  const wanted = () => (isStopped ? undefined : channelOf(shellState().session));

  function follow(): void {
    const channel = wanted();
    if (!channel) {
      connection?.close();
      connection = undefined;
      setState('off');
    } else if (connection) connection.join(channel);
    else void open();
  }

  const followLater = () => whenIdle(follow);
  const stops = [
    subscribe('signed-in', follow),
    subscribe('signed-out', follow),
    subscribe('context-switched', follow),
    subscribe('refresh-wanted', () => {
      if (!connection) follow();
    }),
    watchFreshness(),
  ];
  if (wanted()) followLater();

  return {
    socketId: () => connection?.socketId(),
    stop() {
      isStopped = true;
      follow();
      for (const stop of stops) stop();
    },
  };
}
