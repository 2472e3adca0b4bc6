import { shellState } from 'shared-contracts/events';

/**
 * Returns the end of a draft's key: the user's number, then the vendor's. So the next person who signs in on this tab does not
 * see the draft.
 */
export function draftOwner(vendorId: string): string {
  return `${shellState().session?.user.id ?? 'none'}.${vendorId}`;
}
