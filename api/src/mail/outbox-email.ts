/** How the outbox handles an email: the same of each kind. */

/** Longer than a mail server takes with its time-outs. */
const LEASE_MS = 120_000;
const MAX_BACKOFF_MS = 10 * 60_000;

/** What a mail server replies to after the log-in and the sender are accepted: this recipient or this email, now and later. */
const OF_THIS_EMAIL: readonly unknown[] = ['RCPT TO', 'DATA'];

/** A 5xx to the log-in or to the sender is about the operator's mail account, which is repaired: the email waits for that. */
function isRefused(error: unknown): boolean {
  const { responseCode, command } = error as { responseCode?: unknown; command?: unknown };
  return OF_THIS_EMAIL.includes(command) && typeof responseCode === 'number' && responseCode >= 500;
}

export const EMAIL_WORK = { leaseMs: LEASE_MS, maxBackoffMs: MAX_BACKOFF_MS, isPermanent: isRefused } as const;
