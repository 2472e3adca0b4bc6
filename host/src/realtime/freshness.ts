/** Reasons to refresh that the server does not announce: the tab was suspended, time has passed, the device's clock was set. */
import { api, hasClockJumped, isServerTimeKnown } from 'shared-contracts/client';
import { publish, shellState } from 'shared-contracts/events';

const REFRESH_MS = 120_000;
/** How often the device's clock is looked at, in milliseconds. */
const CLOCK_MS = 5000;

/** Publishes 'refresh-wanted' for these reasons during a session, and asks for the server's time. @returns a function that stops it */
export function watchFreshness(): () => void {
  const want = (why: 'focus' | 'timer') => {
    if (shellState().session) publish('refresh-wanted', { why });
  };
  const onVisible = () => {
    if (document.visibilityState === 'visible') want('focus');
  };
  const timers = [
    setInterval(() => want('timer'), REFRESH_MS),
    // A page that contains its data has had no response yet.
    setTimeout(() => {
      if (!isServerTimeKnown()) void askTime();
    }, CLOCK_MS),
    setInterval(() => {
      if (hasClockJumped()) void askTime();
    }, CLOCK_MS),
  ];

  document.addEventListener('visibilitychange', onVisible);
  return () => {
    timers.forEach(clearTimeout);
    document.removeEventListener('visibilitychange', onVisible);
  };
}

/** Any response of the API has the time; this one is the smallest. Without a response the device's clock counts. */
async function askTime(): Promise<void> {
  if (!shellState().connection.isOnline) return;
  await api()
    .get('/health')
    .catch(() => {});
}
