/** The shell reports to the API how the releases on this page do, without personal data: decision 0023. */
import type { Remotes } from '../remotes/remotes-context';
import { blameFor, sentenceOf } from './describe-error';
import { createErrorBudget } from './error-budget';
import { createReporter, type Reporter, sendTo } from './reporter';
import { watchRemotes } from './watch-remotes';

export interface ReportingOptions {
  remotes: Remotes;
  /** Root of the API. */
  api: string;
  /** Version of the shell that runs. */
  host: string;
  /** Has the visitor's next page take an earlier version of a remote. */
  demote: (remote: string) => string | undefined;
  /** Runs what the first screen need not wait for. */
  afterLoading: (work: () => void) => void;
  /** Replaced in tests, where nothing is painted. */
  vitals?: () => Promise<Vitals>;
}

type Vitals = Pick<typeof import('web-vitals'), 'onCLS' | 'onFCP' | 'onINP' | 'onLCP' | 'onTTFB'>;

/** @returns the remotes to show: those that were given, observed */
export function startReporting({
  remotes,
  api,
  host,
  demote,
  afterLoading,
  vitals = () => import('web-vitals'),
}: ReportingOptions): Remotes {
  const reporter = createReporter(sendTo(api));
  const shell = { part: 'host', version: host };
  reporter.add({ type: 'visit', ...shell });
  watchUnhandled(reporter);
  const watched = watchRemotes({ remotes, reporter, budget: createErrorBudget({ demote }) });
  afterLoading(() => {
    void vitals().then(({ onCLS, onFCP, onINP, onLCP, onTTFB }) => {
      for (const on of [onCLS, onFCP, onINP, onLCP, onTTFB]) {
        on(({ name, value }) => {
          const landed = watched.landedAt();
          for (const release of landed ? [shell, landed] : [shell]) {
            reporter.add({ type: 'vital', ...release, name, value: Math.max(0, value) });
          }
        });
      }
      // Nobody misses figures that did not come.
    }, console.warn);
  });
  return watched.remotes;
}

/** Errors that nobody caught, of whichever part threw them. They are told and use up no budget: nobody may have noticed. */
function watchUnhandled(reporter: Reporter): void {
  const tell = (error: unknown) => {
    const release = blameFor(error);
    if (release) reporter.add({ type: 'error', ...release, kind: 'unhandled', message: sentenceOf(error) });
  };
  window.addEventListener('error', ({ error }) => tell(error));
  window.addEventListener('unhandledrejection', ({ reason }) => tell(reason));
}
