import { ChefHat, CircleCheckBig, HandPlatter, type LucideIcon, ReceiptText } from 'lucide-react';
import type { QueueState } from 'shared-contracts/types';
import { cx } from 'shared-contracts/ui';
import styles from './status-picture.module.css';

const PICTURES: Partial<Record<QueueState, { drawing: LucideIcon; look: string | undefined }>> = {
  new: { drawing: ReceiptText, look: styles.new },
  busy: { drawing: ChefHat, look: styles.busy },
  done: { drawing: HandPlatter, look: styles.done },
};
const DEFAULT_PICTURE = { drawing: CircleCheckBig, look: styles.other };

/** Where the order is, as a picture beside the words that say it. */
export function StatusPicture({ state }: { state: QueueState | undefined }) {
  const { drawing: Drawing, look } = (state && PICTURES[state]) ?? DEFAULT_PICTURE;
  return (
    <div className={cx(styles.picture, look)} data-state={state ?? 'default'}>
      <Drawing size={52} strokeWidth={1.5} aria-hidden="true" />
    </div>
  );
}
