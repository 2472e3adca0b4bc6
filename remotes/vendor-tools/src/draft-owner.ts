import { shellState } from 'shared-contracts/events';

/**
 * Returns the end of a draft's key: the user's number, then the vendor's. The next person to sign in on this tab so does not see the draft.
 */
export function draftOwner(vendorId: string): string {
  return `${shellState().session?.user.id ?? 'none'}.${vendorId}`;
}
