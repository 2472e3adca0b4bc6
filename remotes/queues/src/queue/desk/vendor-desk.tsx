import { Bell, BellOff, CirclePause, CirclePlay } from 'lucide-react';
import { showToast } from 'shared-contracts/events';
import { useMutation } from 'shared-contracts/query';
import type { QueueEntry } from 'shared-contracts/types';
import { Alert } from 'shared-contracts/ui';
import { changeAccepting, useIsAccepting } from '../queue.resource';
import { DisplayButton } from './display-sheet';
import { SwitchButton } from './switch-button';
import { useAwake } from './use-awake';
import { useNewOrderSound } from './use-new-order-sound';
import styles from './vendor-desk.module.css';

export interface VendorDeskProps {
  vendorId: number;
  entries: readonly QueueEntry[] | undefined;
}

/**
 * A vendor's switches for the whole queue, in a row: take new orders or not, ring for new ones or not, how the
 * device shows it. The screen stays awake meanwhile.
 */
export function VendorDesk({ vendorId, entries }: VendorDeskProps) {
  useAwake();
  const sound = useNewOrderSound(entries);
  const { data: isAccepting } = useIsAccepting(vendorId);
  const change = useMutation<void, Error, boolean>({
    mutationFn: (isOn) => changeAccepting(vendorId, isOn),
    onError: () => showToast('That was not saved. Please try again.', { color: 'danger' }),
  });
  return (
    <>
      {/* There from the start: what came later would push the other switch from under a finger. */}
      <SwitchButton
        label="New orders"
        isOn={isAccepting !== false}
        icon={isAccepting === false ? CirclePlay : CirclePause}
        busy={change.isPending || isAccepting === undefined}
        onChange={(isOn) => change.mutate(isOn)}
      >
        {isAccepting === false ? 'Take new\u00a0orders' : 'Pause new\u00a0orders'}
      </SwitchButton>
      {sound.isAvailable && (
        <SwitchButton
          label="Sound for new orders"
          isOn={sound.isOn}
          icon={sound.isOn ? Bell : BellOff}
          onChange={sound.turn}
        >
          {sound.isOn ? 'Sound is on' : 'Sound is off'}
        </SwitchButton>
      )}
      <DisplayButton vendorId={vendorId} />
    </>
  );
}

export interface PausedNoteProps {
  /** There are some in the queue. */
  hasOrders: boolean;
}

/** What it means that new orders are paused. */
export function PausedNote({ hasOrders }: PausedNoteProps) {
  return (
    <Alert tone="info" className={styles.paused}>
      New orders are paused. Customers see this on your menu.{hasOrders && ' The orders below still have to be made.'}
    </Alert>
  );
}
