/**
 * The socket follows the session and the active venue: one channel for the current account, and the venue's public one,
 * with or without a session. Without a channel there is no socket. The server's events go into the event store. Each is
 * a hint: the remote that owns the data fetches it.
 */
import { publish, type SocketState, shellState, subscribe } from 'shared-contracts/events';
import { site } from 'shared-contracts/site';
import { afterFirstScreen } from '../first-screen/first-screen';
import { tellReleaseNews } from '../releases/release-news';
import { type Channels, channelsOf } from './channel';
import type { Connection, ConnectionOptions } from './connection';
import { watchFreshness } from './freshness';
import { publishServerEvent } from './server-events';

export interface Realtime {
  /** For the X-Socket-Id header: the server does not send a socket the events of its own requests. */
  socketId(): string | undefined;
  stop(): void;
}

export interface RealtimeOptions {
  /** Loads the socket's code. */
  load?: () => Promise<{ connect: (options: ConnectionOptions) => Connection }>;
  /** Runs work that the first screen does not need. */
  whenIdle?: (work: () => void) => void;
}

const loadConnection = () => import('./connection');

const isAny = ({ account, venue }: Channels) => account !== undefined || venue !== undefined;

/** Expects provideShell to have run. */
export function startRealtime({ load = loadConnection, whenIdle = afterFirstScreen }: RealtimeOptions = {}): Realtime {
  let connection: Connection | undefined;
  let isLoading = false;
  let isStopped = false;

  let state: SocketState = 'off';

  // Without a session there is no news of an account, so the state of the socket is not shown.
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
        // The page receives no event before its channel is joined, which takes seconds on a slow phone. With a session, each
        // join of the account's channel asks for a refresh of everything, so the first join of a venue's channel asks for none:
        // a menu that is opened later is fetched just before that join.
        onJoined: (which, isFirst) => {
          if (which === 'account' || !isFirst || !wanted().account) publish('refresh-wanted', { why: 'reconnected' });
        },
        // The role may have ended. The profile says so, and the visitor then leaves the page. An ended session is gone
        // already.
        onRefused: () => {
          if (shellState().session) publish('refresh-wanted', { why: 'reconnected' });
        },
        onEvent: publishServerEvent,
        onReleaseNews: tellReleaseNews,
      });
      connection.join(channels);
    } catch (error) {
      // The next refresh tries again; until then remotes poll.
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
