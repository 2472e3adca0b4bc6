/**
 * The socket: laravel-echo over pusher-js. A chunk of its own, requested when there is a channel and the page is idle.
 */
import Echo from 'laravel-echo';
import Pusher from 'pusher-js';
import { api } from 'shared-contracts/client';
import type { SocketState } from 'shared-contracts/events';
import type { SiteConfig } from 'shared-contracts/types';
import type { Channels } from './channel';
import { authorizeChannel } from './channel-auth';
import { WIRE_NAMES, type WireName } from './server-events';

export interface ConnectionOptions {
  config: NonNullable<SiteConfig['realtime']>;
  onState: (state: SocketState) => void;
  /** Called when a channel is joined, for the first time or after an interruption. Earlier events were missed. */
  onJoined: (which: keyof Channels, isFirst: boolean) => void;
  /** Called when the server no longer lets this session listen to the account's channel. */
  onRefused: () => void;
  onEvent: (name: WireName, payload: never) => void;
  /** Called when another release may be live. */
  onReleaseNews: () => void;
}

export interface Connection {
  /** Undefined while the socket is not connected. */
  socketId(): string | undefined;
  /** Leaves all other channels. */
  join(channels: Channels): void;
  close(): void;
}

const STATES: Readonly<Record<string, SocketState>> = {
  initialized: 'connecting',
  connecting: 'connecting',
  connected: 'live',
  unavailable: 'down',
  failed: 'down',
  disconnected: 'down',
};

export function connect({
  config,
  onState,
  onJoined,
  onRefused,
  onEvent,
  onReleaseNews,
}: ConnectionOptions): Connection {
  const isTls = config.tls ?? window.location.protocol === 'https:';
  const port = config.port ?? (Number(window.location.port) || (isTls ? 443 : 80));
  const pusher = new Pusher(config.key, {
    // The library requires a cluster, also for our own engine.
    cluster: config.cluster,
    wsHost: config.host ?? window.location.hostname,
    wsPort: port,
    wssPort: port,
    forceTLS: isTls,
    enabledTransports: ['ws', 'wss'],
    enableStats: false,
    channelAuthorization: {
      endpoint: '',
      transport: 'ajax',
      // The request goes through the API client, which has the current token and the 401 policy.
      customHandler: ({ socketId, channelName }, callback) => {
        authorizeChannel({
          ask: () =>
            api().post<{ auth: string }>('/broadcasting/auth', { socket_id: socketId, channel_name: channelName }),
          isCurrent: () => pusher.connection.state === 'connected' && pusher.connection.socket_id === socketId,
          // The socket is connected, but the account's channel is not.
          onTrouble: () => onState('down'),
        }).then(
          (reply) => reply && callback(null, reply),
          (error: unknown) => callback(error instanceof Error ? error : new Error(String(error)), null),
        );
      },
    },
  });
  pusher.connection.bind('state_change', ({ current }: { current: string }) => onState(STATES[current] ?? 'down'));
  const echo = new Echo({ broadcaster: 'pusher', client: pusher, namespace: 'App.Events' });
  let joined: Channels = {};

  let wasJoined = false;
  const releases = echo.channel('releases').listen('ReleaseChanged', onReleaseNews);
  releases.subscribed(() => {
    // News of an interruption are not repeated.
    if (wasJoined) onReleaseNews();
    wasJoined = true;
  });

  function swap(which: keyof Channels, channel: string | undefined): void {
    const before = joined[which];
    if (before === channel) return;
    if (before) echo.leave(before);
    if (!channel) return;
    let isFirst = true;
    const subscription = which === 'account' ? echo.private(channel) : echo.channel(channel);
    subscription.subscribed(() => {
      if (which === 'account') onState('live');
      onJoined(which, isFirst);
      isFirst = false;
    });
    subscription.error((error: unknown) => {
      console.warn(`Channel ${channel} was refused to this session`, error);
      if (which === 'account') onRefused();
    });
    for (const name of WIRE_NAMES) subscription.listen(name, (payload: never) => onEvent(name, payload));
  }

  return {
    socketId: () => echo.socketId() ?? undefined,
    join(channels) {
      swap('account', channels.account);
      swap('venue', channels.venue);
      joined = channels;
    },
    close() {
      echo.disconnect();
      pusher.connection.unbind();
    },
  };
}
