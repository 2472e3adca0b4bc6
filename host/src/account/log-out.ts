import { api } from 'shared-contracts/client';
import { endSession } from 'shared-contracts/session';

/** Ends the session at once, in every tab. No tab keeps the token, even if the request to the server fails. */
export function logOut(): void {
  // The request comes first, since it needs the token.
  api()
    .post('/logout')
    .catch((error: unknown) => console.warn('The log-out request failed', error));
  endSession('asked');
}
