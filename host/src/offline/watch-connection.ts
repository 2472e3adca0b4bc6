/**
 * Whether there is a connection, as requests find it: browsers say 'online' of any network, also of one that leads
 * nowhere. Once lost, the site is asked every few seconds until it answers.
 */
import { isApiError } from 'shared-contracts/client';
import { publish, shellState, subscribe } from 'shared-contracts/events';
import { queryClient } from 'shared-contracts/query';

const ASK_AGAIN_MS = 5000;

/** Expects provideShell to have run. Returns the way to stop. */
export function watchConnection(isReachable: () => Promise<boolean> = answersAtAll): () => void {
  let timer: ReturnType<typeof setInterval> | undefined;
  const isOnline = () => shellState().connection.isOnline;

  const askAgain = async () => {
    if (!(await isReachable()) || isOnline()) return;
    publish('connection-changed', { isOnline: true });
    if (shellState().session) publish('refresh-wanted', { why: 'online' });
    // The note that what is shown may be old has gone: so does what is old. Browsers say nothing of such a return.
    void queryClient().invalidateQueries({}, { cancelRefetch: false });
  };
  const follow = () => {
    if (!isOnline()) timer ??= setInterval(() => void askAgain(), ASK_AGAIN_MS);
    else {
      clearInterval(timer);
      timer = undefined;
    }
  };
  const stops = [
    queryClient()
      .getQueryCache()
      .subscribe((event) => {
        if (event.type !== 'updated') return;
        const { action } = event;
        // Before another try, and after the last.
        const error = action.type === 'failed' || action.type === 'error' ? action.error : undefined;
        if (isOnline() && isApiError(error) && error.code === 'NETWORK') {
          publish('connection-changed', { isOnline: false });
        }
      }),
    subscribe('connection-changed', follow),
    () => clearInterval(timer),
  ];
  follow();
  return () => {
    for (const stop of stops) stop();
  };
}

async function answersAtAll(): Promise<boolean> {
  try {
    await fetch('/meta.json', { cache: 'no-store' });
    return true;
  } catch {
    return false;
  }
}
