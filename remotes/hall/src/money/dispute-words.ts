import type { Dispute } from 'shared-contracts/types';
import type { StateTone } from 'shared-contracts/ui';
import { t } from '../words';

export function disputeState(state: Dispute['state']): string {
  const names: Record<Dispute['state'], string> = {
    'needs-response': t('Needs an answer'),
    'under-review': t('The bank decides'),
    won: t('Won'),
    lost: t('Lost'),
  };
  return names[state];
}

export const DISPUTE_TONES: Readonly<Record<Dispute['state'], 'neutral' | StateTone>> = {
  'needs-response': 'late',
  'under-review': 'preparing',
  won: 'done',
  lost: 'neutral',
};
