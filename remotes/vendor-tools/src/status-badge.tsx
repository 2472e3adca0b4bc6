import { CircleCheck, CircleOff } from 'lucide-react';
import type { Status } from 'shared-contracts/types';
import { Badge } from 'shared-contracts/ui';
import { t } from './words';

/** Names a status: 'active'. */
export const statusName = (status: Status): string => (status === 'active' ? t('active') : t('inactive'));

export function StatusBadge({ status }: { status: Status }) {
  return status === 'active' ? (
    <Badge tone="done" icon={CircleCheck}>
      {statusName(status)}
    </Badge>
  ) : (
    <Badge icon={CircleOff}>{statusName(status)}</Badge>
  );
}
