import { EyeOff } from 'lucide-react';
import { Badge } from 'shared-contracts/ui';

/** Marks an entry that guests do not see. */
export const HiddenBadge = () => <Badge icon={EyeOff}>Hidden</Badge>;
