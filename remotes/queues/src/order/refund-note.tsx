import type { Order } from 'shared-contracts/types';
import { Alert } from 'shared-contracts/ui';
import { openRefundTexts, refundedText, refundReasons } from './refund.rules';
import styles from './refund-note.module.css';

/** Shows which part of an order's money went back, which part is on its way, and why. It renders nothing for an order without refunds. */
export function RefundNote({ order }: { order: Order }) {
  const refunded = refundedText(order);
  const open = openRefundTexts(order);
  if (refunded === null && open.length === 0) return null;
  return (
    <Alert tone="info">
      {refunded !== null && <p>{refunded}</p>}
      {open.length > 0 && <p>{open.join(' ')}</p>}
      {refundReasons(order).map((reason) => (
        <p key={reason} className={styles.reason} translate="no">
          <bdi>{reason}</bdi>
        </p>
      ))}
    </Alert>
  );
}
