import { useEffect, useLayoutEffect } from 'react';
import { serverNow } from 'shared-contracts/client';
import { publish } from 'shared-contracts/events';
import { useSearchParams } from 'shared-contracts/router';
import type { Destination } from 'shared-contracts/rules/destination';

/** The longest location that the API takes. */
const MAX_LOCATION = 200;

/** Announces the table whose code the visitor has scanned. */
export function useDestination(venueId: number | undefined, text: string | undefined): void {
  const location = text?.trim().slice(0, MAX_LOCATION);
  // The layout effect runs before the page would be painted with the table of an earlier scan.
  useLayoutEffect(() => {
    if (venueId !== undefined && location) {
      const scan: Destination = { location, venueId, scannedAt: timeOfScan() };
      publish('destination-set', scan, 'catalog');
    }
  }, [venueId, location]);
}

/** Returns when this entry of the history was first opened, in milliseconds. Going back to it is no new scan. */
function timeOfScan(): number {
  const { history } = window;
  const state = { scannedAt: serverNow(), ...history.state };
  history.replaceState(state, '');
  return state.scannedAt;
}

/**
 * Reads the table that a link of a first screen carries: a guest who taps the link before the scripts run leaves the table's address before
 * it could be stored. It removes the table from the address afterwards, so that no shared link names a stranger's table.
 * @param carried further parameters that such a link carries and the address loses
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
