/** When what is shown may be old without the server having said so: the tab slept, the device was offline, time passed. */
import { publish, shellState } from 'shared-contracts/events';

const REFRESH_MS = 120_000;

/** Publishes 'refresh-wanted' for those reasons while somebody is signed in, and whether the device is online. Returns the way to stop. */
export function watchFreshness(): () => void {
  const want = (why: 'focus' | 'online' | 'timer') => {
    if (shellState().session) publish('refresh-wanted', { why });
  };
  const onVisible = () => {
    if (document.visibilityState === 'visible') want('focus');
  };
  const onOnline = () => {
    publish('connection-changed', { isOnline: true });
    want('online');
  };
  const onOffline = () => publish('connection-changed', { isOnline: false });
  const timer = setInterval(() => want('timer'), REFRESH_MS);

  document.addEventListener('visibilitychange', onVisible);
  window.addEventListener('online', onOnline);
  window.addEventListener('offline', onOffline);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', onVisible);
    window.removeEventListener('online', onOnline);
    window.removeEventListener('offline', onOffline);
  };
}
