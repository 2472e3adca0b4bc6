import { useEffect, useState } from 'react';
import { useShell } from 'shared-contracts/events';
import { Badge } from 'shared-contracts/ui';

/** A waiting time is told for so long after it was fetched: a list that stays open, or comes from a cache, says nothing then. */
const TRUSTED_MS = 5 * 60_000;

/** Whether what was fetched at a time is new enough to tell a guest how long an order takes. */
export function useIsFresh(fetchedAt: number): boolean {
  const isOnline = useShell((state) => state.connection.isOnline);
  const [oldAt, setOldAt] = useState(0);
  useEffect(() => {
    // biome-ignore lint/plugin: the query client dates responses with the device's clock
    const timer = setTimeout(() => setOldAt(fetchedAt), fetchedAt + TRUSTED_MS - Date.now());
    return () => clearTimeout(timer);
  }, [fetchedAt]);
  return isOnline && oldAt !== fetchedAt;
}

/** How long an order takes that is placed now. */
export const ReadyIn = ({ minutes }: { minutes: number | string }) => <Badge>{`Ready in about ${minutes} min`}</Badge>;
