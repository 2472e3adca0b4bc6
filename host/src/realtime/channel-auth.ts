/** Leave to hear a private channel. The socket's library asks once a connection, and is deaf from then on where that failed. */
import { isApiError } from 'shared-contracts/client';

const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 30_000;

export interface ChannelAuth<Answer> {
  ask: () => Promise<Answer>;
  /** Whether the connection that it is asked for still stands. */
  isCurrent: () => boolean;
  /** Each time it failed: until there is an answer the channel is not heard. */
  onTrouble: () => void;
}

/**
 * Asks until there is an answer, at longer and longer intervals. Undefined once it is asked for in vain, since the next
 * connection asks anew. Rejects where the server said no.
 */
export async function authorizeChannel<Answer>(auth: ChannelAuth<Answer>): Promise<Answer | undefined> {
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

/** Another try would be another no. 429 is a no for now. */
function isRefusal(error: unknown): boolean {
  return isApiError(error) && error.status >= 400 && error.status < 500 && error.status !== 429;
}
