import { useEffect, useLayoutEffect } from 'react';
import { serverNow } from 'shared-contracts/client';
import { publish } from 'shared-contracts/events';
import { useSearchParams } from 'shared-contracts/router';
import type { Destination } from 'shared-contracts/rules/destination';

/** The longest location that the API takes. */
const MAX_LOCATION = 200;

/** A scan of a table's code: where the visitor sits. */
export function useDestination(venueId: number | undefined, text: string | undefined): void {
  const location = text?.trim().slice(0, MAX_LOCATION);
  // Before the page is painted with the table of an earlier scan.
  useLayoutEffect(() => {
    if (venueId !== undefined && location) {
      const scan: Destination = { location, venueId, scannedAt: timeOfScan() };
      publish('destination-set', scan, 'catalog');
    }
  }, [venueId, location]);
}

/** When this entry of the history was opened first, in milliseconds: going back to a table is no new scan of it. */
function timeOfScan(): number {
  const { history } = window;
  const state = { scannedAt: serverNow(), ...history.state };
  history.replaceState(state, '');
  return state.scannedAt;
}

/**
 * The place that a link of a first screen carries: a guest who taps it before the scripts run has left the table's address
 * before it could be remembered. The address loses it afterwards, so that no shared link names a stranger's table.
 * @param carried what else such a link carries, and the address loses
 */
export function useDestinationOfLink(venueId: number | undefined, carried: readonly string[] = NONE): void {
  const [query, setQuery] = useSearchParams();
  useDestination(venueId, query.get('location') ?? undefined);
  useEffect(() => {
    const names = ['location', ...carried].filter((name) => query.has(name));
    if (names.length === 0) return;
    setQuery(
      (all) => {
        for (const name of names) all.delete(name);
        return all;
      },
      { replace: true },
    );
  }, [query, setQuery, carried]);
}

const NONE: readonly string[] = [];
