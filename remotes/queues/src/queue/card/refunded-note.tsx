import type { QueueEntry } from 'shared-contracts/types';
import { isRefundedInFull } from '../../order/refund.rules';
import { t } from '../../words';
import { isToMake } from '../to-make.rules';
import styles from './vendor-card.module.css';

/** Says that the whole order was refunded before it was made. The order stays in the queue: cancelling it is another action. */
export function RefundedNote({ entry: { state, order } }: { entry: QueueEntry }) {
  if (!isToMake(state) || !isRefundedInFull(order)) return null;
  return <p className={styles.refunded}>{t('Refunded in full. Ask before you cook it.')}</p>;
}
