import { api } from 'shared-contracts/client';
import { endSession } from 'shared-contracts/session';

/**
 * Ends the session here at once, in every tab; the server ends the token when it hears of it. Where it cannot be told,
 * nobody holds the token any more.
 */
export function logOut(): void {
  // Asked first: the request takes the token along, and a moment later there is none.
  api()
    .post('/logout')
    .catch((error: unknown) => console.warn('The server could not be told of the log-out', error));
  endSession('asked');
}
