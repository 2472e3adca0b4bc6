import { useLayoutEffect, useRef } from 'react';
import { showToast } from 'shared-contracts/events';
import { useMutation } from 'shared-contracts/query';
import type { Item, Status } from 'shared-contracts/types';
import { ChoiceRow } from 'shared-contracts/ui';
import { changeStatus, refreshStock, type Stocked } from '../stock.resource';

export interface StatusRowProps {
  kind: Stocked;
  target: { id: number; name: string; status: Status };
  /** The item that the target belongs to, or is. */
  item: Pick<Item, 'id' | 'vendor_id'>;
}

/** Ticked is active. It shows what was asked for while the request runs, and what holds when it is over. */
export function StatusRow({ kind, target, item }: StatusRowProps) {
  const change = useMutation<void, Error, Status>({
    mutationFn: (status) => changeStatus(kind, target.id, status),
    onSuccess: () => {
      showToast('Successfully updated status!', { color: 'success' });
      return refreshStock(String(item.vendor_id), String(item.id));
    },
    onError: () => showToast('Failed to update status.', { color: 'danger' }),
  });
  // From a tap until the row shows what came of it: on a slow phone a second tap comes before the first one is drawn.
  const isChanging = useRef(false);
  useLayoutEffect(() => {
    if (!change.isPending) isChanging.current = false;
  });
  const ask = (isActive: boolean) => {
    if (isChanging.current) return;
    isChanging.current = true;
    change.mutate(isActive ? 'active' : 'inactive');
  };
  const status = change.isPending ? change.variables : target.status;
  return (
    <ChoiceRow
      type="checkbox"
      name={`${kind}-${target.id}`}
      checked={status === 'active'}
      disabled={change.isPending}
      note={status}
      onChange={ask}
    >
      {target.name}
    </ChoiceRow>
  );
}
