/** Decides when a refund asks the operator for a recent proof. Amounts are minor units. */

/**
 * Returns whether a refund asks for a proof: the refunds of a person since the last proof count together, so that many small ones are as one
 * large one.
 * @param sinceProofMinor what the person has refunded since the last proof, with this refund
 * @param limitMinor above this the hall asks
 * @example
 * needsProof({ sinceProofMinor: 10_001, limitMinor: 10_000 }); // true
 */
export function needsProof({ sinceProofMinor, limitMinor }: { sinceProofMinor: number; limitMinor: number }): boolean {
  return sinceProofMinor > limitMinor;
}

interface MadeRefund {
  amountMinor: number;
  at: Date;
  /** False if it failed or was withdrawn. */
  counts: boolean;
}

/**
 * Sums the refunds of a person that count towards the next proof.
 * @param provedAt the time of the last proof; null if there was none in this session, and then all refunds count
 */
export function refundedSince(refunds: readonly MadeRefund[], provedAt: Date | null): number {
  return refunds
    .filter(({ counts, at }) => counts && (provedAt === null || at.getTime() >= provedAt.getTime()))
    .reduce((sum, { amountMinor }) => sum + amountMinor, 0);
}
