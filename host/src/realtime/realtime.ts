/**
 * Keeps the socket in step with the session and the active venue: a channel for the account one acts as, another after a
 * switch, and the venue's public one, signed in or not. Without either there is no socket. The server's events go into the
 * event store; each is a hint, and what it is about is fetched by whoever owns it.
 */
import { publish, type SocketState, shellState, subscribe } from 'shared-contracts/events';
import { site } from 'shared-contracts/site';
import { type Channels, channelsOf } from './channel';
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

const isAny = ({ account, venue }: Channels) => account !== undefined || venue !== undefined;

/** Expects provideShell to have run. */
export function startRealtime({
  load = loadConnection,
  whenIdle = afterTheFirstScreen,
}: RealtimeOptions = {}): Realtime {
  let connection: Connection | undefined;
  let isLoading = false;
  let isStopped = false;

  let state: SocketState = 'off';

  // A visitor who is signed out waits for no news of their own: that the socket is down is nothing to tell them.
  const setState = (next: SocketState) => {
    state = next;
    const socket = wanted().account ? next : 'off';
    if (shellState().connection.socket !== socket) publish('connection-changed', { socket });
  };

  async function open(): Promise<void> {
    const config = site().realtime;
    if (!config || isLoading) return;
    isLoading = true;
    setState('connecting');
    try {
      const { connect } = await load();
      const channels = wanted();
      if (!isAny(channels)) return setState('off');
      connection = connect({
        config,
        onState: (next) => setState(isAny(wanted()) ? next : 'off'),
        // A menu was fetched a moment before its venue is first heard; an account's figures may be older.
        onJoined: (which, isFirst) => {
          if (which === 'account' || !isFirst) publish('refresh-wanted', { why: 'reconnected' });
        },
        onEvent: publishServerEvent,
      });
      connection.join(channels);
    } catch (error) {
      // The next reason to refresh tries again; until then remotes poll.
      console.warn('The socket could not be started', error);
      setState('down');
    } finally {
      isLoading = false;
    }
  }

  const wanted = (): Channels => (isStopped ? {} : channelsOf(shellState()));

  function follow(): void {
    const channels = wanted();
    if (!isAny(channels)) {
      connection?.close();
      connection = undefined;
      setState('off');
    } else if (connection) {
      connection.join(channels);
      setState(state);
    } else void open();
  }

  const followLater = () => whenIdle(follow);
  const stops = [
    subscribe('signed-in', follow),
    subscribe('signed-out', follow),
    subscribe('context-switched', follow),
    subscribe('venue-activated', followLater),
    subscribe('venue-cleared', follow),
    subscribe('refresh-wanted', () => {
      if (!connection) follow();
    }),
    watchFreshness(),
  ];
  if (isAny(wanted())) followLater();

  return {
    socketId: () => connection?.socketId(),
    stop() {
      isStopped = true;
      follow();
      for (const stop of stops) stop();
    },
  };
}
