import { CircleCheck, CircleOff } from 'lucide-react';
import type { Status } from 'shared-contracts/types';
import { Badge } from 'shared-contracts/ui';

export function StatusBadge({ status }: { status: Status }) {
  return status === 'active' ? (
    <Badge tone="done" icon={CircleCheck}>
      active
    </Badge>
  ) : (
    <Badge icon={CircleOff}>inactive</Badge>
  );
}
