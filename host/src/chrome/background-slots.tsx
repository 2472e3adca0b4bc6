import { useEffect, useState } from 'react';
import { useShell } from 'shared-contracts/events';
import { Slot } from 'shared-contracts/remote';
import { ProfileKeeper } from '../account/profile-keeper';
import { Unseen } from '../boundary/unseen';

/** A page that never rests starts its background work all the same. */
const LATEST_MS = 2000;

/** What works without being seen, once somebody is signed in and the page has come to rest: the profile, cart, queue. */
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
