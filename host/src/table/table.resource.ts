/** The queries for the table of a code, and for the venues. */
import { notAnAnswer } from 'shared-contracts/client';
import { useResource } from 'shared-contracts/query';
import type { Envelope, ScannedTable, Venue } from 'shared-contracts/types';

/** The table is requested each time, since it may be removed and each scan is a new one. */
export function useTable(code: string) {
  return useResource<Envelope<ScannedTable>, ScannedTable>(
    `/tables/${encodeURIComponent(code)}`,
    {},
    { select: readTable, staleTime: 0, gcTime: 0 },
  );
}

/** A body without a venue comes from a network in between. */
function readTable({ data }: Envelope<ScannedTable>): ScannedTable {
  const { name, venue } = (data ?? {}) as Partial<ScannedTable>;
  if (typeof name !== 'string' || typeof venue?.id !== 'number') throw notAnAnswer();
  return data;
}

/** The venues that a visitor without a table chooses from. */
export function useVenues() {
  return useResource<Envelope<Venue[]>, Venue[]>('/venues', { staging: false }, { select: ({ data }) => data });
}
