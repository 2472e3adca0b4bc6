/** Reports metrics and errors of this page's releases to the API, without personal data: docs/decisions/release-reports.md. */
import { afterFirstScreen } from '../first-screen/first-screen';
import type { Remotes } from '../remotes/remotes-context';
import { blameFor, describeError, siteStack } from './describe-error';
import { createErrorBudget } from './error-budget';
import { createReporter, type Reporter, sendTo } from './reporter';
import { watchRemotes } from './watch-remotes';

export interface ReportingOptions {
  remotes: Remotes;
  /** Root of the API. */
  api: string;
  /** Version of the shell that runs. */
  host: string;
  /** The visitor's next page gets another version of a remote. @returns that version, if there is one */
  demote: (remote: string) => string | undefined;
  /** Runs work that the first screen does not need. */
  later?: (work: () => void) => void;
  /** Tests replace it, since nothing is painted there. */
  vitals?: () => Promise<Vitals>;
}

type Vitals = Pick<typeof import('web-vitals'), 'onCLS' | 'onFCP' | 'onINP' | 'onLCP' | 'onTTFB'>;

/** @returns the given remotes, observed */
export function startReporting({
  remotes,
  api,
  host,
  demote,
  later = afterFirstScreen,
  vitals = () => import('web-vitals'),
}: ReportingOptions): Remotes {
  const reporter = createReporter(sendTo(api));
  const shell = { part: 'host', version: host };
  reporter.add({ type: 'visit', ...shell });
  watchUnhandled(reporter);
  const watched = watchRemotes({ remotes, reporter, budget: createErrorBudget({ demote }) });
  later(() => {
    void vitals().then(({ onCLS, onFCP, onINP, onLCP, onTTFB }) => {
      for (const on of [onCLS, onFCP, onINP, onLCP, onTTFB]) {
        on(({ name, value }) => {
          const landed = watched.landedAt();
          for (const release of landed ? [shell, landed] : [shell]) {
            reporter.add({ type: 'vital', ...release, name, value: Math.max(0, value) });
          }
        });
      }
      // The page works without these metrics.
    }, console.warn);
  });
  return watched.remotes;
}

/** Reports errors that no boundary caught. They use up no budget, since the visitor may not have seen a failure. */
function watchUnhandled(reporter: Reporter): void {
  const report = (error: unknown) => {
    const release = blameFor(error);
    if (!release) return;
    reporter.add({
      type: 'error',
      ...release,
      kind: 'unhandled',
      message: describeError(error),
      stack: siteStack(error),
    });
  };
  window.addEventListener('error', ({ error }) => report(error));
  window.addEventListener('unhandledrejection', ({ reason }) => report(reason));
}
