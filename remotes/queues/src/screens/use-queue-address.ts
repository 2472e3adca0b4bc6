import { useEffect, useRef } from 'react';
import { useSearchParams } from 'shared-contracts/router';
import { changeCounter, useCounter } from '../queue/counter/counter';
import { parseTab, type QueueAudience, type QueueTab, type SortOrder } from '../queue/queue.rules';

/**
 * Keeps the tab and the sort order in the address, so that they survive a reload and the way back. If a vendor's address names no order,
 * the last one chosen on this device applies.
 */
export function useQueueAddress(audience: QueueAudience) {
  const [params, setParams] = useSearchParams();
  const counter = useCounter();
  const usual = audience === 'vendor' ? counter.order : 'newest';
  const sort = params.get('sort');
  const isShown = useRef(false);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  const set = (name: string, value: string | null) => {
    // A response may come after the page was left: the address is another screen's by then.
    if (!isShown.current) return;
    setParams(
      (before) => {
        const after = new URLSearchParams(before);
        if (value === null) after.delete(name);
        else after.set(name, value);
        return after;
      },
      { replace: true },
    );
  };
  return {
    tab: parseTab(params.get('filter')),
    order: sort === 'oldest' || sort === 'newest' ? sort : usual,
    selectTab: (tab: QueueTab) => set('filter', tab === 'new' ? null : tab),
    selectOrder: (order: SortOrder) => {
      if (audience === 'vendor') changeCounter({ order });
      set('sort', order === 'newest' ? null : order);
    },
  };
}
