/** Observes the remotes on this page: visits, load times, failures, and the budget that failures use up. */
import { shellState } from 'shared-contracts/events';
import { runsNext } from '../releases/heartbeat';
import { leaveAtNavigation, reloadReasonOf } from '../releases/next-release';
import { type Reload, reloadOnceFor } from '../releases/reload';
import type { LoadedComponent } from '../remotes/components';
import type { Failed } from '../remotes/failure';
import type { Remotes } from '../remotes/remotes-context';
import { type AppVersion, describeError, siteStack } from './describe-error';
import type { ErrorBudget } from './error-budget';
import type { Reporter } from './reporter';

export interface WatchOptions {
  remotes: Remotes;
  reporter: Reporter;
  budget: ErrorBudget;
  reload?: Reload;
}

export interface WatchedRemotes {
  remotes: Remotes;
  /** The remote whose screen the page was opened at. */
  landedAt: () => AppVersion | undefined;
}

export function watchRemotes({ remotes, reporter, budget, reload }: WatchOptions): WatchedRemotes {
  const { loader, snapshot } = remotes;
  const visited = new Set<string>();
  /** A boundary also catches the error of a failed load, which is no render error. */
  const loadErrors = new WeakSet<Error>();
  let landed: AppVersion | undefined;

  function releaseOf(remote: string): AppVersion | undefined {
    const release = snapshot.remotes[remote];
    return release && { part: remote, version: release.version };
  }

  function spend(release: AppVersion): void {
    const to = budget.spend(release.part, release.version);
    if (to === undefined) return;
    reporter.add({ type: 'set-back', ...release, to });
    leaveAtNavigation(nameOf(release));
  }

  function failedToLoad(release: AppVersion, { reason, error }: Failed, isSeen: boolean): void {
    loadErrors.add(error);
    // Without a connection the release is not at fault.
    if (reason === 'unreachable' && !(shellState().connection.isOnline && window.navigator.onLine)) return;
    const isRefused = reason === 'incompatible';
    const kind = isRefused ? 'refused' : 'load';
    // The error's own stack is the loader's; its cause is the error that the remote threw.
    reporter.add({ type: 'error', ...release, kind, message: describeError(error), stack: siteStack(error.cause) });
    // An incompatible release uses up no budget: the choice of the release has considered every other one.
    if (isSeen && !isRefused) spend(release);
  }

  /** @param isSeen the visitor waits for it: its failure counts, and the page may reload for another version */
  async function observe(
    remote: string,
    isSeen: boolean,
    load: () => Promise<LoadedComponent>,
  ): Promise<LoadedComponent> {
    const release = releaseOf(remote);
    if (!release) return await load();
    if (isSeen && budget.isSpent(remote)) {
      const isReloading = await reloadOnceFor(reloadReasonOf(nameOf(release)), reload && { reload });
      // This promise never settles, since the page reloads.
      if (isReloading) return await new Promise(() => {});
    }
    if (!visited.has(remote)) reporter.add({ type: 'visit', ...release });
    visited.add(remote);
    const requestedAt = performance.now();
    runsNext(nameOf(release));
    const result = await load();
    if (result.status === 'failed') failedToLoad(release, result, isSeen);
    else reporter.add({ type: 'load', ...release, ms: Math.round(performance.now() - requestedAt) });
    return result;
  }

  const isBackground = (remote: string, module: string) =>
    snapshot.remotes[remote]?.slots.some((filling) => filling.module === module && filling.slot === 'background');

  return {
    landedAt: () => landed,
    remotes: {
      ...remotes,
      loader: {
        ...loader,
        loadScreen(remote, screen) {
          landed ??= releaseOf(remote);
          return observe(remote, true, () => loader.loadScreen(remote, screen));
        },
        loadSlot: (remote, module) =>
          observe(remote, !isBackground(remote, module), () => loader.loadSlot(remote, module)),
      },
      onRenderError(remote, error, isSeen) {
        const release = releaseOf(remote);
        if (!release || (error instanceof Error && loadErrors.has(error))) return;
        reporter.add({
          type: 'error',
          ...release,
          kind: 'render',
          message: describeError(error),
          stack: siteStack(error),
        });
        if (isSeen) spend(release);
      },
    },
  };
}

const nameOf = ({ part, version }: AppVersion) => `${part}@${version}`;
