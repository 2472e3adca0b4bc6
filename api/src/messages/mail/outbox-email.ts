/** Handles emails of every kind in the outbox. */

/** The lease is longer than all time-outs of a mail server together. */
const LEASE_MS = 120_000;
const MAX_BACKOFF_MS = 10 * 60_000;

/** The commands whose refusal concerns only this recipient or this email: the server has accepted the log-in and the sender. */
const OF_THIS_EMAIL: readonly unknown[] = ['RCPT TO', 'DATA'];

/** A 5xx to the log-in or to the sender concerns the operator's mail account. The email waits until that is repaired. */
function isRefused(error: unknown): boolean {
  const { responseCode, command } = error as { responseCode?: unknown; command?: unknown };
  return OF_THIS_EMAIL.includes(command) && typeof responseCode === 'number' && responseCode >= 500;
}

export const EMAIL_WORK = { leaseMs: LEASE_MS, maxBackoffMs: MAX_BACKOFF_MS, isPermanent: isRefused } as const;
