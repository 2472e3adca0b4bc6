import { useLayoutEffect, useRef } from 'react';
import { showToast } from 'shared-contracts/events';
import { useMutation } from 'shared-contracts/query';
import type { Item, Status } from 'shared-contracts/types';
import { changeStatus, refreshStock, type Stocked } from './stock.resource';
import { t } from './words';

export interface StockTarget {
  kind: Stocked;
  target: { id: number; status: Status; back_at?: string | undefined };
  /** The item that the target is or belongs to. */
  item: Pick<Item, 'id' | 'vendor_id'>;
}

interface WantedStatus {
  status: Status;
  isBackTomorrow: boolean;
}

/** Switches one thing on a menu. While the request runs, `status` is the requested one; afterwards it is the one of the API. */
export function useStatusChange({ kind, target, item }: StockTarget) {
  const change = useMutation<string | null, Error, WantedStatus>({
    mutationFn: ({ status, isBackTomorrow }) => changeStatus(kind, target.id, status, isBackTomorrow),
    onSuccess: () => {
      showToast(t('Successfully updated status!'), { color: 'success' });
      return refreshStock(String(item.vendor_id), String(item.id));
    },
    onError: () => showToast(t('Failed to update status.'), { color: 'danger' }),
  });
  // It is true from a tap until the screen shows the result, since on a slow phone a second tap comes before the first one is drawn.
  const isChanging = useRef(false);
  useLayoutEffect(() => {
    if (!change.isPending) isChanging.current = false;
  });
  const request = (wanted: WantedStatus) => {
    if (isChanging.current) return;
    isChanging.current = true;
    change.mutate(wanted);
  };
  return {
    status: change.isPending ? change.variables.status : target.status,
    backAt: change.isPending ? undefined : target.back_at,
    isPending: change.isPending,
    setActive: (isOn: boolean) => request({ status: isOn ? 'active' : 'inactive', isBackTomorrow: false }),
    sellOutForToday: () => request({ status: 'inactive', isBackTomorrow: true }),
  };
}
