/** When what is shown may be old without the server having said so: the tab slept, time passed. */
import { publish, shellState } from 'shared-contracts/events';

const REFRESH_MS = 120_000;

/** Publishes 'refresh-wanted' for those reasons while somebody is signed in. Returns the way to stop. */
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
