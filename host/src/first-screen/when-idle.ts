/** The longest wait for an idle moment. */
const LATEST_IDLE_MS = 2000;

/** Runs `work` in an idle moment, or in a task of its own if the browser does not report idle moments. */
export function whenIdle(work: () => void): void {
  if (typeof window.requestIdleCallback === 'function') window.requestIdleCallback(work, { timeout: LATEST_IDLE_MS });
  else setTimeout(work, 0);
}
