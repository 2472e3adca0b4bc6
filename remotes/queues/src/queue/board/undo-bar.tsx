import { Undo2 } from 'lucide-react';
import { useEffect } from 'react';
import { labelOf } from 'shared-contracts/rules/queue-state';
import { Button } from 'shared-contracts/ui';
import { orderLabel } from '../../order/order-words.rules';
import { rich, t } from '../../words';
import { useLock } from '../locks';
import { useHasUnsentMove } from '../unsent-moves';
import type { LastMove, Moves } from '../use-moves';
import styles from './undo-bar.module.css';

/** The time is long enough to notice a slip of the finger. On its card a step can be undone at any time until the order is collected. */
const SHOWN_MS = 10_000;

export interface UndoBarProps {
  last: LastMove;
  moves: Moves;
}

/** Says what the last tap did, and takes it back. Collected orders leave the list, so this is their only way back. */
export function UndoBar({ last: { entry, from }, moves: { locks, move, forgetLast } }: UndoBarProps) {
  const isUnsent = useHasUnsentMove(entry.id);
  const isLocked = useLock(locks, entry.id) !== undefined || isUnsent;
  useEffect(() => {
    const timer = setTimeout(forgetLast, SHOWN_MS);
    return () => clearTimeout(timer);
  }, [forgetLast]);

  const undo = () => {
    forgetLast();
    move(entry, from);
  };
  return (
    <div className={styles.bar}>
      <p className={styles.words}>
        {rich('<number>{label}</number> is {state}', {
          label: orderLabel(entry.order),
          state: labelOf(entry.state),
          number: (text) => (
            <span key="number" translate="no">
              {text}
            </span>
          ),
        })}
      </p>
      <Button
        size="small"
        variant="quiet"
        icon={Undo2}
        aria-disabled={isLocked || undefined}
        onClick={() => {
          if (!isLocked) undo();
        }}
      >
        {t('Undo')}
      </Button>
    </div>
  );
}
