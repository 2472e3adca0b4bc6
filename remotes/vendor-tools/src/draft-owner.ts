import { shellState } from 'shared-contracts/events';

/** The end of a draft's key, so that the next person to sign in on this tab does not see it: the user's number, then the vendor's. */
export function draftOwner(vendorId: string): string {
  return `${shellState().session?.user.id ?? 'none'}.${vendorId}`;
}
