/** Counts what a remote's version has failed this visitor, across pages, and has them moved back when it is too much. */
import { type Failure, isOverBudget, recent } from './error-budget.rules';

const KEY = 'remote-failures';

export interface ErrorBudget {
  /**
   * One more failure that the visitor saw.
   * @returns the version they were moved back to, if that was one too many and there is one; their next page has it
   */
  spend(remote: string, version: string): string | undefined;
  /** Whether this page still runs a version of the remote that the visitor was moved back from. */
  isSpent(remote: string): boolean;
}

export interface ErrorBudgetOptions {
  /** Has the visitor's next page take another version. Undefined where there is none, and nothing changes then. */
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
      keepFailures(failures);
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
    const found: unknown = JSON.parse(window.localStorage.getItem(KEY) ?? '{}');
    return Object.values(found as object).every(Array.isArray) ? (found as Failures) : {};
  } catch {
    return {};
  }
}

function keepFailures(failures: Failures): void {
  try {
    window.localStorage.setItem(KEY, JSON.stringify(failures));
  } catch {
    // Storage is full or refused: this page counts for itself.
  }
}
