import { useEffect } from 'react';

/** Keeps the screen from going dark while the component is shown, where the browser can. Each hiding of the page ends the lock. */
export function useAwake(): void {
  useEffect(() => {
    let lock: WakeLockSentinel | undefined;
    let isOver = false;
    const hold = async () => {
      if (document.visibilityState !== 'visible') return;
      try {
        const granted = await navigator.wakeLock?.request('screen');
        if (isOver) await granted?.release();
        else lock = granted;
      } catch {
        // The browser refused, as with a low battery. The screen then goes dark as the device decides.
      }
    };
    void hold();
    document.addEventListener('visibilitychange', hold);
    return () => {
      isOver = true;
      document.removeEventListener('visibilitychange', hold);
      void lock?.release();
    };
  }, []);
}
