import { useState } from 'react';
import { type ApiErrorShape, api } from 'shared-contracts/client';
import { fillPath, useMutation, useResource } from 'shared-contracts/query';
import type { LedgerEntry } from 'shared-contracts/types';
import { continuedWith, type LedgerFilter, queryOf, withEntries } from './ledger.rules';
import { readList } from './money.resource';

/** The number of entries in a request. */
export const PAGE_ENTRIES = 100;

interface Page {
  data: LedgerEntry[];
}

/** The entries of one filter that the page has. */
interface Known {
  filter: string;
  /** The first page that is in `entries`. */
  first: LedgerEntry[] | undefined;
  entries: readonly LedgerEntry[];
  /** True if there are no older ones. */
  isEnd: boolean;
}

/**
 * Reads the entries page by page, the newest first. The first page follows the ledger; entries never change, so older pages are asked for once.
 */
export function useLedger(venueId: string, filter: LedgerFilter) {
  const path = fillPath('/venues/:venueId/ledger', { venueId });
  const params = { ...queryOf(filter), limit: PAGE_ENTRIES };
  const first = useResource<Page, LedgerEntry[]>(path, params, { select: (page) => readList(page).data });
  const filterKey = JSON.stringify(params);
  const [kept, setKept] = useState<Known>({ filter: filterKey, first: undefined, entries: [], isEnd: false });
  const known = withFirstPage(kept, filterKey, first.data);
  if (known !== kept) setKept(known);
  const more = useMutation<LedgerEntry[], ApiErrorShape>({
    mutationFn: async () => {
      const before = known.entries.at(-1)?.id;
      return readList(await api().get<Page>(path, { params: { ...params, before } })).data;
    },
    onSuccess: (page) =>
      setKept((now) =>
        now.filter === filterKey
          ? { ...now, entries: withEntries(now.entries, page), isEnd: page.length < PAGE_ENTRIES }
          : now,
      ),
  });
  const hasMore = !known.isEnd && known.entries.length >= PAGE_ENTRIES;
  return { first, entries: known.entries, hasMore, more };
}

function withFirstPage(known: Known, filter: string, first: LedgerEntry[] | undefined): Known {
  if (known.filter !== filter) return { filter, first, entries: first ?? [], isEnd: false };
  if (first === undefined || first === known.first) return known;
  const entries = continuedWith(known.entries, first);
  return { ...known, first, entries, isEnd: known.isEnd && entries !== first };
}
