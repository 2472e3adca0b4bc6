/**
 * Watches whether the site can be reached. A failed call says nothing about the connection, and browsers report
 * 'online' for every network, also for one without internet: both start a check, and so does a request that takes long.
 * While the site cannot be reached, or the browser reports 'offline', the check is repeated every few seconds: a check
 * that was pending as the network went down may still succeed, and the browser fires no second event.
 */
import { isApiError } from 'shared-contracts/client';
import { publish, shellState } from 'shared-contracts/events';
import { queryClient } from 'shared-contracts/query';

const CHECK_AGAIN_MS = 5000;
const TIMEOUT_MS = 10_000;
/** A network that has stopped lets a request wait for half a minute before that fails. */
const LONG_MS = 5000;

/** Expects provideShell to have run. @returns a function that stops it */
export function watchConnection(
  isReachable: () => Promise<boolean> = isSiteReachable(window.location.origin),
): () => void {
  let timer: ReturnType<typeof setInterval> | undefined;
  let lastCheck = 0;
  let isStopped = false;
  let isChecking = false;
  const isOnline = () => shellState().connection.isOnline;

  const check = async () => {
    lastCheck += 1;
    const current = lastCheck;
    isChecking = true;
    const isReached = await isReachable();
    // A later check has the later result.
    if (isStopped || current !== lastCheck) return;
    isChecking = false;
    follow(isReached);
    if (isReached === isOnline()) return;
    publish('connection-changed', { isOnline: isReached });
    if (!isReached) return;
    if (shellState().session) publish('refresh-wanted', { why: 'online' });
    // The note that data may be old disappears, so the data is fetched again. Browsers fire no event for this return.
    void queryClient().invalidateQueries({}, { cancelRefetch: false });
  };
  const checkNow = () => void check();
  // A response that takes longer than the interval still counts.
  const checkUnlessChecking = () => {
    if (!isChecking) checkNow();
  };
  const follow = (isReached: boolean) => {
    if (!isReached || !window.navigator.onLine) timer ??= setInterval(checkUnlessChecking, CHECK_AGAIN_MS);
    else {
      clearInterval(timer);
      timer = undefined;
    }
  };
  const watchLong = (query: { state: { fetchStatus: string } }) => {
    setTimeout(() => {
      if (isStopped || query.state.fetchStatus !== 'fetching') return;
      if (isOnline()) checkUnlessChecking();
      watchLong(query);
    }, LONG_MS);
  };
  window.addEventListener('online', checkNow);
  window.addEventListener('offline', checkNow);
  const stops = [
    queryClient()
      .getQueryCache()
      .subscribe((event) => {
        if (event.type !== 'updated') return;
        const { action, query } = event;
        if (action.type === 'fetch') watchLong(query);
        // The error comes before each retry, and after the last one.
        const error = action.type === 'failed' || action.type === 'error' ? action.error : undefined;
        if (isOnline() && isApiError(error) && error.code === 'NETWORK') checkUnlessChecking();
      }),
    () => clearInterval(timer),
    () => window.removeEventListener('online', checkNow),
    () => window.removeEventListener('offline', checkNow),
  ];
  if (!window.navigator.onLine) checkNow();
  return () => {
    isStopped = true;
    for (const stop of stops) stop();
  };
}

/** @param site its origin; another site that embeds a remote requests Foodhall's, and may not read the response */
export function isSiteReachable(site: string): () => Promise<boolean> {
  const address = new URL('/meta.json', site);
  return async () => {
    try {
      await fetch(address, { cache: 'no-store', mode: 'no-cors', signal: AbortSignal.timeout(TIMEOUT_MS) });
      return true;
    } catch {
      return false;
    }
  };
}
