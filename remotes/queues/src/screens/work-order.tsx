import { useRef } from 'react';
import type { QueueEntry } from 'shared-contracts/types';
import { useTapGuard } from 'shared-contracts/ui';
import { AdvanceButton } from '../queue/card/advance-button';
import { TapNote } from '../queue/card/tap-note';
import { NotSentNote } from '../queue/counter/not-sent-note';
import { useLock } from '../queue/locks';
import { useMoves } from '../queue/use-moves';
import { useSeenCard } from '../queue/watch/seen-reports';
import styles from './order.module.css';

const stay = () => {};

/** Shows the vendor's button of an order on the order's own page. */
export function WorkOrder({ entry }: { entry: QueueEntry }) {
  const { locks, move } = useMoves('vendor', stay);
  const lock = useLock(locks, entry.id);
  const isGuarded = useTapGuard(entry.state);
  const place = useRef<HTMLDivElement>(null);
  useSeenCard(place, entry.state === 'new' ? entry.order.id : undefined);
  return (
    <div ref={place} className={styles.work}>
      <NotSentNote />
      <TapNote id={entry.id} />
      <AdvanceButton
        state={entry.state}
        isSending={lock?.isSending === true}
        isLocked={lock !== undefined || isGuarded}
        onMove={(to) => void move(entry, to)}
      />
    </div>
  );
}
