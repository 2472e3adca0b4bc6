import { useEffect, useState } from 'react';
import { useShell } from 'shared-contracts/events';
import { Slot } from 'shared-contracts/remote';
import { ProfileKeeper } from '../account/profile-keeper';
import { Unseen } from '../boundary/unseen';

/** The longest wait for an idle moment. */
const LATEST_MS = 2000;

/** Background work of a signed-in session, started when the page is idle: the profile, cart, queue. */
export function BackgroundSlots() {
  const isSignedIn = useShell((state) => state.session !== null);
  const isIdle = useIdle();
  const isWorking = isSignedIn && isIdle;
  return (
    <>
      <Unseen>{isWorking && <ProfileKeeper />}</Unseen>
      <Slot name="background" isShown={isWorking} />
    </>
  );
}

function useIdle(): boolean {
  const [isIdle, setIsIdle] = useState(false);
  useEffect(() => {
    const settle = () => setIsIdle(true);
    if (typeof window.requestIdleCallback !== 'function') {
      const timer = setTimeout(settle, 0);
      return () => clearTimeout(timer);
    }
    const handle = window.requestIdleCallback(settle, { timeout: LATEST_MS });
    return () => window.cancelIdleCallback(handle);
  }, []);
  return isIdle;
}
