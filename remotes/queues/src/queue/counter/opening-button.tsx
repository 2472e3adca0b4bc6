import { CirclePause, CirclePlay } from 'lucide-react';
import { useState } from 'react';
import { showToast } from 'shared-contracts/events';
import { useMutation } from 'shared-contracts/query';
import type { OpeningMode } from 'shared-contracts/types';
import { Button, ChoiceGroup, Sheet } from 'shared-contracts/ui';
import { t } from '../../words';
import { changeMode } from '../vendor-switches.resource';
import styles from './counter-switches.module.css';

const modes = (): { id: OpeningMode; name: string; note: string }[] => [
  { id: 'schedule', name: t('By the hours'), note: t('Opens and closes by itself.') },
  { id: 'open', name: t('Open'), note: t('Takes orders until you change it.') },
  { id: 'closed', name: t('Closed'), note: t('Takes no new orders until you change it.') },
];

/** Says on the button whether the stall takes new orders, and whether its hours decide it. */
function openingText(isAccepting: boolean, mode: OpeningMode): string {
  if (mode === 'schedule') {
    return isAccepting ? t('New orders: open by the hours') : t('New orders: closed by the hours');
  }
  return isAccepting ? t('New orders: open') : t('New orders: closed');
}

export interface OpeningButtonProps {
  vendorId: number;
  mode: OpeningMode;
  isAccepting: boolean;
}

/** Switches a stall with hours: the stall follows its hours, or is open or closed by hand. */
export function OpeningButton({ vendorId, mode, isAccepting }: OpeningButtonProps) {
  const [isShown, setShown] = useState(false);
  const change = useMutation<void, Error, OpeningMode>({
    mutationFn: (next) => changeMode(vendorId, next),
    onSuccess: () => setShown(false),
    onError: () => showToast(t('That was not saved. Please try again.'), { color: 'danger' }),
  });
  return (
    <>
      <Button
        size="small"
        icon={isAccepting ? CirclePlay : CirclePause}
        busy={change.isPending}
        onClick={() => setShown(true)}
      >
        {openingText(isAccepting, mode)}
      </Button>
      <Sheet open={isShown} title={t('New orders')} onClose={() => setShown(false)}>
        <div className={styles.display}>
          <ChoiceGroup
            type="radio"
            title={t('This stall is')}
            choices={modes().map((each) => ({ ...each, disabled: change.isPending }))}
            selected={[change.isPending ? change.variables : mode]}
            onChange={([next]) => next && change.mutate(next)}
          />
        </div>
      </Sheet>
    </>
  );
}
