import { Ban, ChefHat, CircleCheckBig, HandPlatter, type LucideIcon, ReceiptText } from 'lucide-react';
import type { QueueState } from 'shared-contracts/types';
import { cx, toneOf, washOf } from 'shared-contracts/ui';
import styles from './status-picture.module.css';

const PICTURES: Partial<Record<QueueState, LucideIcon>> = { new: ReceiptText, busy: ChefHat, done: HandPlatter };

export interface StatusPictureProps {
  state: QueueState | undefined;
  isCancelled: boolean;
}

/** Shows the state of the order as a picture beside its words. */
export function StatusPicture({ state, isCancelled }: StatusPictureProps) {
  const known = state && PICTURES[state];
  const Drawing = isCancelled ? Ban : (known ?? CircleCheckBig);
  const tone = isCancelled ? 'late' : known ? toneOf(state) : 'neutral';
  return (
    <div className={cx(styles.picture, washOf(tone))} data-state={known ? state : 'default'}>
      <Drawing size={52} strokeWidth={1.5} aria-hidden="true" />
    </div>
  );
}
