/**
 * Whether there is a connection, as the site itself finds it. A failed call says nothing of the connection, and browsers
 * say 'online' of any network, also of one that leads nowhere: both are reasons to ask the site. While it cannot be
 * reached, or the browser says 'offline', it is asked every few seconds: a request that was on its way as the network
 * went down may still be answered, and the browser says nothing a second time.
 */
import { isApiError } from 'shared-contracts/client';
import { publish, shellState } from 'shared-contracts/events';
import { queryClient } from 'shared-contracts/query';

const ASK_AGAIN_MS = 5000;
const TIMEOUT_MS = 10_000;

/** Expects provideShell to have run. Returns the way to stop. */
export function watchConnection(
  isReachable: () => Promise<boolean> = answersAtAll(window.location.origin),
): () => void {
  let timer: ReturnType<typeof setInterval> | undefined;
  let lastAsked = 0;
  let isAsking = false;
  const isOnline = () => shellState().connection.isOnline;

  const ask = async () => {
    lastAsked += 1;
    const turn = lastAsked;
    isAsking = true;
    const isReached = await isReachable();
    // A later question has the later answer.
    if (turn !== lastAsked) return;
    isAsking = false;
    follow(isReached);
    if (isReached === isOnline()) return;
    publish('connection-changed', { isOnline: isReached });
    if (!isReached) return;
    if (shellState().session) publish('refresh-wanted', { why: 'online' });
    // The note that what is shown may be old has gone: so does what is old. Browsers say nothing of such a return.
    void queryClient().invalidateQueries({}, { cancelRefetch: false });
  };
  const askNow = () => void ask();
  // A response that takes longer than the interval still counts.
  const askUnlessAsking = () => {
    if (!isAsking) askNow();
  };
  const follow = (isReached: boolean) => {
    if (!isReached || !window.navigator.onLine) timer ??= setInterval(askUnlessAsking, ASK_AGAIN_MS);
    else {
      clearInterval(timer);
      timer = undefined;
    }
  };
  window.addEventListener('online', askNow);
  window.addEventListener('offline', askNow);
  const stops = [
    queryClient()
      .getQueryCache()
      .subscribe((event) => {
        if (event.type !== 'updated') return;
        const { action } = event;
        // Before another try, and after the last.
        const error = action.type === 'failed' || action.type === 'error' ? action.error : undefined;
        if (isOnline() && isApiError(error) && error.code === 'NETWORK') askUnlessAsking();
      }),
    () => clearInterval(timer),
    () => window.removeEventListener('online', askNow),
    () => window.removeEventListener('offline', askNow),
  ];
  if (!window.navigator.onLine) askNow();
  return () => {
    lastAsked += 1;
    for (const stop of stops) stop();
  };
}

/** @param site its origin; another site that embeds a remote asks Foodhall's, and may not read the answer */
export function answersAtAll(site: string): () => Promise<boolean> {
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
