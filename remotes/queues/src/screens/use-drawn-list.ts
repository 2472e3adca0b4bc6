import { useDeferredValue, useMemo } from 'react';
import type { QueueEntry } from 'shared-contracts/types';
import { zoneNote } from '../order/order-time.rules';
import { matchesSearch } from '../order/order-words.rules';
import {
  arrange,
  countByTab,
  type Held,
  listEntries,
  type QueueAudience,
  type QueueTab,
  type SortOrder,
} from '../queue/queue.rules';
import { dishesToMake } from '../queue/to-make.rules';
import { useHeldWhilePressed } from '../queue/use-held-while-pressed';

interface ListOptions {
  audience: QueueAudience;
  tab: QueueTab;
  order: SortOrder;
  search: string;
  entries: QueueEntry[] | undefined;
  locks: ReadonlyMap<number, Held>;
  /** Content above the list is still loading. */
  isAwaited: boolean;
}

/**
 * Arranges the entries of a tab. A tap shows on its card at once. Hundreds of cards that move because of it are drawn later, when there is
 * time and no finger is down.
 */
export function useDrawnList({ audience, tab, order, search, entries, locks, isAwaited }: ListOptions) {
  const placed = useMemo(() => listEntries(entries ?? [], locks), [entries, locks]);
  const cooked = useDeferredValue(audience === 'vendor' ? entries : undefined);
  const dishes = useMemo(() => dishesToMake(cooked ?? []), [cooked]);
  const list = useMemo(() => {
    if (!entries || isAwaited) return undefined;
    const found = search === '' ? placed : placed.filter(({ entry }) => matchesSearch(entry.order, search));
    return {
      groups: arrange(found, { tab, order, audience }),
      view: `${tab} ${order} ${search}`,
      zones: zoneNote(entries.map((entry) => entry.order)),
    };
  }, [entries, isAwaited, placed, search, tab, order, audience]);
  const deferred = useDeferredValue(list);
  const drawn = useHeldWhilePressed(deferred, deferred?.view);
  return {
    drawn,
    /** The number of drawn orders; undefined before the first list. */
    shownCount: drawn && drawn.groups.ready.length + drawn.groups.rest.length,
    /** The number of orders in all tabs. */
    placedCount: placed.length,
    counts: countByTab(placed),
    toMake: useHeldWhilePressed(dishes),
  };
}
