/** The port through which the API sends events to browsers. It has two adapters: the embedded engine, and the `pusher` SDK. */

export interface BroadcastOptions {
  /** The socket whose request caused the event. This socket does not receive the event. */
  exceptSocketId?: string | null;
}

export interface Broadcaster {
  /**
   * Sends one event to every subscriber of the channels. `event` is the full wire name (`App\Events\QueueOrderAdded`), `payload` any JSON value.
   * Resolves when the engine has accepted the event, possibly before browsers have it.
   * @throws PermanentBroadcastError if the same call can never succeed; any other error may be tried again.
   */
  broadcast(channels: readonly string[], event: string, payload: unknown, options?: BroadcastOptions): Promise<void>;
}

/** The engine refused the event (an invalid name, or a payload that is too large). A retry would fail too. */
export class PermanentBroadcastError extends Error {
  override readonly name = 'PermanentBroadcastError';
}
