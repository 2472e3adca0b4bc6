/**
 * Counts the failures of each remote's version for this visitor, across pages, and demotes the visitor when they exceed
 * the budget.
 */
import { type Failure, isOverBudget, recent } from './error-budget.rules';

const KEY = 'remote-failures';

export interface ErrorBudget {
  /**
   * Counts one failure that the visitor saw.
   * @returns the version of the visitor's next page, if this failure exceeds the budget and there is such a version
   */
  spend(remote: string, version: string): string | undefined;
  /** Whether this page still runs a version of the remote that the visitor was demoted from. */
  isSpent(remote: string): boolean;
}

export interface ErrorBudgetOptions {
  /** The visitor's next page gets another version. Undefined if there is none; nothing changes then. */
  demote: (remote: string) => string | undefined;
  now?: () => number;
}

/** By 'catalog@1.0.0-3f9a01c2', oldest first. */
type Failures = Record<string, Failure[]>;

export function createErrorBudget({ demote, now = Date.now }: ErrorBudgetOptions): ErrorBudget {
  const page = String(Math.random());
  const spent = new Set<string>();
  let failures = readFailures();
  return {
    spend(remote, version) {
      if (spent.has(remote)) return undefined;
      const time = now();
      const name = `${remote}@${version}`;
      const ofVersion = [...(failures[name] ?? []), { at: time, page }];
      failures = counting({ ...failures, [name]: ofVersion }, time);
      storeFailures(failures);
      const to = isOverBudget(ofVersion, time) ? demote(remote) : undefined;
      if (to !== undefined) spent.add(remote);
      return to;
    },
    isSpent: (remote) => spent.has(remote),
  };
}

function counting(failures: Failures, now: number): Failures {
  const all = Object.entries(failures).map(([name, ofVersion]) => [name, recent(ofVersion, now)] as const);
  return Object.fromEntries(all.filter(([, ofVersion]) => ofVersion.length > 0));
}

function readFailures(): Failures {
  try {
    const stored: unknown = JSON.parse(window.localStorage.getItem(KEY) ?? '{}');
    return Object.values(stored as object).every(Array.isArray) ? (stored as Failures) : {};
  } catch {
    return {};
  }
}

function storeFailures(failures: Failures): void {
  try {
    window.localStorage.setItem(KEY, JSON.stringify(failures));
  } catch {
    // Storage is full or refused: the count ends with this page.
  }
}
