/** Handles emails in the outbox, each kind in the same way. */

/** Longer than a mail server takes with its time-outs. */
const LEASE_MS = 120_000;
const MAX_BACKOFF_MS = 10 * 60_000;

/** The commands whose refusal concerns this recipient or this email alone: the log-in and the sender were accepted. */
const OF_THIS_EMAIL: readonly unknown[] = ['RCPT TO', 'DATA'];

/** A 5xx to the log-in or to the sender is about the operator's mail account, which is repaired: the email waits for that. */
function isRefused(error: unknown): boolean {
  const { responseCode, command } = error as { responseCode?: unknown; command?: unknown };
  return OF_THIS_EMAIL.includes(command) && typeof responseCode === 'number' && responseCode >= 500;
}

export const EMAIL_WORK = { leaseMs: LEASE_MS, maxBackoffMs: MAX_BACKOFF_MS, isPermanent: isRefused } as const;
