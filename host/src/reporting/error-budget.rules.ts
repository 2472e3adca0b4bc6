/** Decides when a remote's version has failed too often for a visitor. Pure. */

export interface Failure {
  /** Milliseconds since 1970. */
  at: number;
  /** The page load in which it happened. */
  page: string;
}

const WINDOW_MS = 5 * 60_000;
/** By then the visitor has tried again twice in one page load. */
const MOST_FAILURES = 2;
/** A reload that does not help is the stronger sign. */
const MOST_PAGES = 1;

export function recent(failures: readonly Failure[], now: number): Failure[] {
  return failures.filter(({ at }) => at <= now && now - at < WINDOW_MS).slice(-MOST_FAILURES - 1);
}

/** True for the third failure within five minutes, or for one in each of two page loads within them. */
export function isOverBudget(failures: readonly Failure[], now: number): boolean {
  const counted = recent(failures, now);
  return counted.length > MOST_FAILURES || new Set(counted.map(({ page }) => page)).size > MOST_PAGES;
}
