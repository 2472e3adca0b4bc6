/** Reasons to refresh that the server does not announce: the tab was suspended, time has passed. */
import { publish, shellState } from 'shared-contracts/events';

const REFRESH_MS = 120_000;

/** Publishes 'refresh-wanted' for these reasons during a session. @returns a function that stops it */
export function watchFreshness(): () => void {
  const want = (why: 'focus' | 'timer') => {
    if (shellState().session) publish('refresh-wanted', { why });
  };
  const onVisible = () => {
    if (document.visibilityState === 'visible') want('focus');
  };
  const timer = setInterval(() => want('timer'), REFRESH_MS);

  document.addEventListener('visibilitychange', onVisible);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', onVisible);
  };
}
