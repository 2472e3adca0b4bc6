/**
 * Asks for a recent proof of who acts, for what moves money or people. The page asks the person for the second factor and repeats the request
 * (docs/decisions/sign-in.md).
 */
import { ApiError, unauthenticated } from '../errors';
import type { Session } from '../http/session';
import { t } from '../words';

interface ProofOptions {
  /** True: accounts without a second factor are asked too. They prove the email again. */
  isForEveryone?: boolean;
}

/**
 * Requires that the caller proved who they are within the last 15 minutes. An account without a second factor is not asked: where a hall
 * requires one, the role does not work without it. A command on the server is not asked either.
 * @param request or anything else with the session, such as the input of a command
 * @throws ApiError 401; 403 PROOF_REQUIRED
 * @example
 * const session = allow(request, { venueId });
 * requireRecentProof(request);
 */
export function requireRecentProof(
  { session }: { session: Session | null },
  { isForEveryone = false }: ProofOptions = {},
): void {
  if (!session) throw unauthenticated();
  if (session.isCommandLine || session.isProofRecent) return;
  if (!session.hasSecondFactor && !isForEveryone) return;
  throw new ApiError(403, 'PROOF_REQUIRED', t('Please confirm that it is you, then try again.'));
}
