import { disputeReason } from './dispute-words';

/** The reason of a dispute: in words, or as the bank or an operator wrote it. */
export const DisputeReason = ({ reason }: { reason: string }) =>
  disputeReason(reason) ?? <bdi translate="no">{reason}</bdi>;
