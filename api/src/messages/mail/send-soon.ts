/** Sends emails that contain a code or a link. No transaction keeps them, because the database has only their hash. */
import { messageOf } from 'core/errors';
import type { Log } from 'core/log';
import type { Workers } from 'core/workers';

/** The waits before each retry. Together they are shorter than the lifetime of a code. */
const WAITS_MS = [5_000, 30_000, 120_000] as const;

interface SendSoon {
  workers: Workers;
  log: Log;
}

/**
 * Sends an email without making the caller wait, and tries again after each wait while that fails. A stop of the process ends the waiting.
 * @param name for the log
 */
export function sendSoon(
  deps: SendSoon,
  name: string,
  send: () => Promise<void>,
  [wait, ...waits]: readonly number[] = WAITS_MS,
): void {
  deps.workers.run(name, async () => {
    try {
      await send();
    } catch (error) {
      if (wait === undefined) throw error;
      deps.log.error({ reason: messageOf(error), retryInMs: wait }, `${name} failed and is retried`);
      setTimeout(() => sendSoon(deps, name, send, waits), wait).unref();
    }
  });
}
