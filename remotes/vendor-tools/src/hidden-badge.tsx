import { EyeOff } from 'lucide-react';
import { Badge } from 'shared-contracts/ui';
import { t } from './words';

/** Marks an entry that guests do not see. */
export const HiddenBadge = () => <Badge icon={EyeOff}>{t('Hidden')}</Badge>;
