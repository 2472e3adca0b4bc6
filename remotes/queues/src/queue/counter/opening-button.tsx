import { CirclePause, CirclePlay } from 'lucide-react';
import { useState } from 'react';
import { showToast } from 'shared-contracts/events';
import { useMutation } from 'shared-contracts/query';
import type { OpeningMode } from 'shared-contracts/types';
import { Button, ChoiceGroup, Sheet } from 'shared-contracts/ui';
import { changeMode } from '../vendor-switches.resource';
import styles from './counter-switches.module.css';

const MODES: { id: OpeningMode; name: string; note: string }[] = [
  { id: 'schedule', name: 'By the hours', note: 'Opens and closes by itself.' },
  { id: 'open', name: 'Open', note: 'Takes orders until you change it.' },
  { id: 'closed', name: 'Closed', note: 'Takes no new orders until you change it.' },
];

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
    onError: () => showToast('That was not saved. Please try again.', { color: 'danger' }),
  });
  const state = isAccepting ? 'open' : 'closed';
  return (
    <>
      <Button
        size="small"
        icon={isAccepting ? CirclePlay : CirclePause}
        busy={change.isPending}
        onClick={() => setShown(true)}
      >
        {`New orders: ${state}${mode === 'schedule' ? ' by the hours' : ''}`}
      </Button>
      <Sheet open={isShown} title="New orders" onClose={() => setShown(false)}>
        <div className={styles.display}>
          <ChoiceGroup
            type="radio"
            title="This stall is"
            choices={MODES.map((each) => ({ ...each, disabled: change.isPending }))}
            selected={[change.isPending ? change.variables : mode]}
            onChange={([next]) => next && change.mutate(next)}
          />
        </div>
      </Sheet>
    </>
  );
}
