import { ArrowDownUp } from 'lucide-react';
import { Button } from 'shared-contracts/ui';
import { t } from '../../words';
import type { SortOrder } from '../queue.rules';

export interface SortToggleProps {
  order: SortOrder;
  onChange: (order: SortOrder) => void;
}

/** Says how the list is sorted. A press reverses the order. */
export function SortToggle({ order, onChange }: SortToggleProps) {
  return (
    <Button size="small" icon={ArrowDownUp} onClick={() => onChange(order === 'newest' ? 'oldest' : 'newest')}>
      {order === 'newest' ? t('Newest first') : t('Oldest first')}
    </Button>
  );
}
