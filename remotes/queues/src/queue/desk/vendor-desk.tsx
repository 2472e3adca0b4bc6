import { Bell, BellOff, CirclePause, CirclePlay } from 'lucide-react';
import { showToast } from 'shared-contracts/events';
import { useMutation } from 'shared-contracts/query';
import type { QueueEntry } from 'shared-contracts/types';
import { Alert } from 'shared-contracts/ui';
import { changeAccepting, useIsAccepting, useOpening } from '../queue.resource';
import { DisplayButton } from './display-sheet';
import { OpeningButton } from './opening-button';
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
  const opening = useOpening(vendorId);
  const change = useMutation<void, Error, boolean>({
    mutationFn: (isOn) => changeAccepting(vendorId, isOn),
    onError: () => showToast('That was not saved. Please try again.', { color: 'danger' }),
  });
  return (
    <>
      {/* There from the start: what came later would push the other switch from under a finger. */}
      {opening?.has_schedule ? (
        <OpeningButton vendorId={vendorId} mode={opening.mode} isAccepting={isAccepting !== false} />
      ) : (
        <SwitchButton
          label="New orders"
          isOn={isAccepting !== false}
          icon={isAccepting === false ? CirclePlay : CirclePause}
          busy={change.isPending || isAccepting === undefined}
          onChange={(isOn) => change.mutate(isOn)}
        >
          {isAccepting === false ? 'Take new\u00a0orders' : 'Pause new\u00a0orders'}
        </SwitchButton>
      )}
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
  /** It is the stall's hours that close it, not its staff. */
  isByHours: boolean;
}

/** What it means that the stall takes no new orders. */
export function PausedNote({ hasOrders, isByHours }: PausedNoteProps) {
  return (
    <Alert tone="info" className={styles.paused}>
      {[
        isByHours ? 'You are closed by your hours.' : 'New orders are paused.',
        'Customers see this on your menu.',
        hasOrders && 'The orders below still have to be made.',
      ]
        .filter(Boolean)
        .join(' ')}
    </Alert>
  );
}
