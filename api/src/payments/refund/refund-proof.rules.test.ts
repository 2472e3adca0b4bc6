import { needsProof, refundedSince } from './refund-proof.rules';

const at = (minute: number) => new Date(Date.UTC(2026, 10, 30, 12, minute));
const made = (amountMinor: number, minute: number, counts = true) => ({ amountMinor, at: at(minute), counts });

test.each<[what: string, sums: number[], limitMinor: number, isAsked: boolean]>([
  ['one refund of the limit is not asked', [10_000], 10_000, false],
  ['one refund above it is', [10_001], 10_000, true],
  ['two halves are not', [5_000, 5_000], 10_000, false],
  ['many small ones that exceed it together are', [4_000, 4_000, 4_000], 10_000, true],
  ['with a limit of 0 each one is', [1], 0, true],
])('%s', (_what, sums, limitMinor, isAsked) => {
  const sinceProofMinor = refundedSince(
    sums.map((minor, index) => made(minor, index)),
    at(0),
  );
  expect(needsProof({ sinceProofMinor, limitMinor })).toBe(isAsked);
});

test.each<[what: string, provedAt: Date | null, sumMinor: number]>([
  ['a proof begins the sum again', at(5), 300],
  ['a proof at the time of a refund counts it', at(2), 500],
  ['without a proof all refunds count', null, 600],
])('%s', (_what, provedAt, sumMinor) => {
  const refunds = [made(100, 1), made(200, 2), made(300, 9), made(5_000, 9, false)];
  expect(refundedSince(refunds, provedAt)).toBe(sumMinor);
});
