import { useEffect, useState } from 'react';
import { useShell } from 'shared-contracts/events';
import { Badge } from 'shared-contracts/ui';
import { t } from '../words';

/** A waiting time is shown for this long after it was fetched, so that a list that stays open or is cached shows no old one. */
const TRUSTED_MS = 5 * 60_000;

/** Tells whether data are new enough to show how long an order takes. */
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

/** Shows how long an order takes that is placed now. */
export const ReadyIn = ({ minutes }: { minutes: number | string }) => (
  <Badge>{t('Ready in about {minutes} min', { minutes })}</Badge>
);
