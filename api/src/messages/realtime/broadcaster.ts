/** The port through which the API tells browsers that something happened. Two adapters: the embedded engine, and the `pusher` SDK. */

export interface BroadcastOptions {
  /** The socket of the request that caused the event; it does not receive it. */
  exceptSocketId?: string | null;
}

export interface Broadcaster {
  /**
   * Sends one event to every subscriber of the channels. `event` is the full wire name (`App\Events\QueueOrderAdded`),
   * `payload` any JSON value. Resolves when the engine has accepted the event, not when browsers have it.
   * @throws PermanentBroadcastError when the same call can never succeed; any other error may be tried again.
   */
  broadcast(channels: readonly string[], event: string, payload: unknown, options?: BroadcastOptions): Promise<void>;
}

/** The engine refused the event itself (a bad name, a payload that is too large); sending it again would change nothing. */
export class PermanentBroadcastError extends Error {
  override readonly name = 'PermanentBroadcastError';
}
