import { useEffect } from 'react';

/** Keeps the screen from going dark while it is shown, where the browser can. The lock ends with every hiding of the page. */
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
        // Refused, as with a low battery: the screen then goes dark as the device has it.
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
