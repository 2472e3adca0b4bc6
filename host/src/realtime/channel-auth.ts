/**
 * Authorization for a private channel. The socket's library asks once for each connection, and never again after a
 * failure.
 */
import { isApiError } from 'shared-contracts/client';

const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 30_000;

export interface ChannelAuth<Reply> {
  ask: () => Promise<Reply>;
  /** Whether the connection still exists. */
  isCurrent: () => boolean;
  /** Called after each failure: until there is a reply, the channel has no events. */
  onTrouble: () => void;
}

/**
 * Repeats the request at growing intervals until there is a reply. Rejects if the server refuses.
 * @returns undefined if the connection has ended: the next connection asks again
 */
export async function authorizeChannel<Reply>(auth: ChannelAuth<Reply>): Promise<Reply | undefined> {
  for (let pause = FIRST_PAUSE_MS; auth.isCurrent(); pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
    try {
      return await auth.ask();
    } catch (error) {
      if (auth.isCurrent()) auth.onTrouble();
      if (isRefusal(error)) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
  return undefined;
}

/** A retry would be refused as well. 429 is temporary. */
function isRefusal(error: unknown): boolean {
  return isApiError(error) && error.status >= 400 && error.status < 500 && error.status !== 429;
}
