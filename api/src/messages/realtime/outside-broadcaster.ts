/** Sends events to an outside Pusher-compatible engine, so that several API processes share one realtime service. */

import type { RealtimeConfig } from 'core/config';
import Pusher from 'pusher';
import { type Broadcaster, type BroadcastOptions, PermanentBroadcastError } from './broadcaster';
import { isSocketId, MAX_CHANNELS_PER_EVENT } from './protocol';

/** A request to the engine is aborted after this time, and the outbox tries again. */
const TIMEOUT_MS = 5_000;

export class OutsideBroadcaster implements Broadcaster {
  private readonly pusher: Pusher;

  constructor({ appId, key, secret, host, port, scheme, cluster }: Omit<RealtimeConfig, 'isEmbedded'>) {
    const shared = { appId, key, secret, useTLS: scheme === 'https', timeout: TIMEOUT_MS };
    const portOption = port === null ? {} : { port: String(port) };
    this.pusher = new Pusher(host === null ? { ...shared, cluster } : { ...shared, ...portOption, host });
  }

  async broadcast(
    channels: readonly string[],
    event: string,
    payload: unknown,
    { exceptSocketId }: BroadcastOptions = {},
  ): Promise<void> {
    const params = exceptSocketId && isSocketId(exceptSocketId) ? { socket_id: exceptSocketId } : undefined;
    for (let start = 0; start < channels.length; start += MAX_CHANNELS_PER_EVENT) {
      const batch = channels.slice(start, start + MAX_CHANNELS_PER_EVENT);
      try {
        await this.pusher.trigger(batch, event, payload, params);
      } catch (cause) {
        throw isPermanent(cause) ? new PermanentBroadcastError(`The engine refused ${event}`, { cause }) : cause;
      }
    }
  }
}

/** A malformed or oversized event stays invalid. Wrong credentials (401, 403) do not count, because an operator will correct the settings. */
function isPermanent(error: unknown): boolean {
  const status = typeof error === 'object' && error !== null && 'status' in error ? error.status : undefined;
  return status === 400 || status === 413;
}
