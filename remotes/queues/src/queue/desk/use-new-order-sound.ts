import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import type { QueueEntry } from 'shared-contracts/types';
import { useAccount } from '../queue.resource';
import { arrivedSince } from '../queue.rules';
import { allowChime, canChime, chime, followChime, isChimeAllowed } from './chime';
import { changeCounter, useCounter } from './counter';
import { heardOrders, markHeard } from './heard-orders';

/** Until the order is picked it sounds again this often, in milliseconds. */
export const REPEAT_MS = 4000;

/** The device is set to sound, and a tap has yet to allow it: every page starts so. */
export function useIsSoundWaiting(): boolean {
  const isAllowed = useSyncExternalStore(followChime, isChimeAllowed);
  return useCounter().isSoundOn && !isAllowed && canChime();
}

/** Sounds for new orders until each is picked. Those that were there before the sound was turned on are silent. */
export function useNewOrderSound(entries: readonly QueueEntry[] | undefined) {
  const { isSoundOn } = useCounter();
  const isAllowed = useSyncExternalStore(followChime, isChimeAllowed);
  const account = useAccount();
  const [heard, setHeard] = useState<ReadonlySet<number>>();
  if (entries && account !== null && !heard) setHeard(heardOrders(account, entries));
  const rings = isSoundOn && isAllowed && arrivedSince(heard, entries ?? []).length > 0;

  useEffect(() => {
    if (!rings) return;
    chime();
    const timer = setInterval(chime, REPEAT_MS);
    return () => clearInterval(timer);
  }, [rings]);

  const turn = useCallback(
    (isOn: boolean) => {
      changeCounter({ isSoundOn: isOn });
      if (!isOn) return;
      if (entries && account !== null) setHeard(markHeard(account, entries));
      void allowChime();
    },
    [entries, account],
  );
  return { isAvailable: canChime(), isOn: isSoundOn, turn };
}
