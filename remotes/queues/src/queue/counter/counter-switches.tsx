import { Bell, BellOff, CirclePause, CirclePlay } from 'lucide-react';
import { showToast } from 'shared-contracts/events';
import { useMutation } from 'shared-contracts/query';
import type { QueueEntry } from 'shared-contracts/types';
import { Alert } from 'shared-contracts/ui';
import { t } from '../../words';
import { changeAccepting, useIsAccepting, useOpening } from '../vendor-switches.resource';
import styles from './counter-switches.module.css';
import { DisplayButton } from './display-sheet';
import { OpeningButton } from './opening-button';
import { SwitchButton } from './switch-button';
import { useAwake } from './use-awake';
import { useNewOrderSound } from './use-new-order-sound';

export interface CounterSwitchesProps {
  vendorId: number;
  entries: readonly QueueEntry[] | undefined;
}

/**
 * Shows a vendor's switches for the whole queue in a row: whether new orders are taken, whether they ring, and how the device shows them.
 * The screen stays awake meanwhile.
 */
export function CounterSwitches({ vendorId, entries }: CounterSwitchesProps) {
  useAwake();
  const sound = useNewOrderSound(entries);
  const { data: isAccepting } = useIsAccepting(vendorId);
  const opening = useOpening(vendorId);
  const change = useMutation<void, Error, boolean>({
    mutationFn: (isOn) => changeAccepting(vendorId, isOn),
    onError: () => showToast(t('That was not saved. Please try again.'), { color: 'danger' }),
  });
  return (
    <>
      {/* The switch is there from the start, since a switch that came later would push the others from under a finger. */}
      {opening?.has_schedule ? (
        <OpeningButton vendorId={vendorId} mode={opening.mode} isAccepting={isAccepting !== false} />
      ) : (
        <SwitchButton
          label={t('New orders')}
          isOn={isAccepting !== false}
          icon={isAccepting === false ? CirclePlay : CirclePause}
          busy={change.isPending || isAccepting === undefined}
          onChange={(isOn) => change.mutate(isOn)}
        >
          {isAccepting === false ? t('Take new orders') : t('Pause new orders')}
        </SwitchButton>
      )}
      {sound.isAvailable && (
        <SwitchButton
          label={t('Sound for new orders')}
          isOn={sound.isOn}
          icon={sound.isOn ? Bell : BellOff}
          onChange={sound.setOn}
        >
          {sound.isOn ? t('Sound is on') : t('Sound is off')}
        </SwitchButton>
      )}
      <DisplayButton vendorId={vendorId} />
    </>
  );
}

export interface PausedNoteProps {
  /** The queue has orders. */
  hasOrders: boolean;
  /** The stall's hours closed it, and not its staff. */
  isByHours: boolean;
}

/** Explains the consequences while the stall takes no new orders. */
export function PausedNote({ hasOrders, isByHours }: PausedNoteProps) {
  return (
    <Alert tone="info" className={styles.paused}>
      {[
        isByHours ? t('You are closed by your hours.') : t('New orders are paused.'),
        t('Customers see this on your menu.'),
        hasOrders && t('The orders below still have to be made.'),
      ]
        .filter(Boolean)
        .join(' ')}
    </Alert>
  );
}
