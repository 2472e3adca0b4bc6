import { Alert } from 'shared-contracts/ui';
import type { CancelledOrder } from './cancellation.rules';
import { refundText } from './cancellation.rules';
import styles from './cancellation-note.module.css';

/** Shows why an order was cancelled, in the vendor's words, and where its money is. */
export function CancellationNote({ order }: { order: CancelledOrder }) {
  return (
    <Alert>
      <p className={styles.reason} translate="no">
        <bdi>{order.cancellation.reason}</bdi>
      </p>
      <p className={styles.refund}>{refundText(order)}</p>
    </Alert>
  );
}
