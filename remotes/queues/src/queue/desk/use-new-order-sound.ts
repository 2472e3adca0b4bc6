import { useEffect, useRef, useSyncExternalStore } from 'react';
import type { QueueEntry } from 'shared-contracts/types';
import { arrivedSince } from '../queue.rules';
import { canChime, chime, followChime, isChimeOn, turnChime } from './chime';

/** Until the order is picked it sounds again this often, in milliseconds. */
export const REPEAT_MS = 4000;

/** Those that sound. Of the page: leaving the screen and coming back picks none. */
const ringing = new Set<number>();

/** Sounds for orders that came while this screen was open, until each is picked. */
export function useNewOrderSound(entries: readonly QueueEntry[] | undefined) {
  const isOn = useSyncExternalStore(followChime, isChimeOn);
  // What was there when the screen opened is on it already.
  const known = useRef<ReadonlySet<number>>(undefined);
  if (entries && !known.current) known.current = new Set(entries.map(({ id }) => id).filter((id) => !ringing.has(id)));
  const hasArrived = arrivedSince(known.current, entries ?? []).length > 0;

  useEffect(() => {
    for (const { id } of entries ?? []) ringing.delete(id);
    for (const { id } of arrivedSince(known.current, entries ?? [])) ringing.add(id);
  }, [entries]);

  useEffect(() => {
    if (!isOn || !hasArrived) return;
    chime();
    const timer = setInterval(chime, REPEAT_MS);
    return () => clearInterval(timer);
  }, [isOn, hasArrived]);

  return { isAvailable: canChime(), isOn, turn: turnChime };
}
