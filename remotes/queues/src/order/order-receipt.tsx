import type { ReactNode } from 'react';
import type { Order } from 'shared-contracts/types';
import { Receipt } from 'shared-contracts/ui';
import { buildReceipt } from './order.rules';
import styles from './order-receipt.module.css';

/** Shows the sums of an order, with each tax rate on a line of its own. @param head is on the same paper, above the sums */
export function OrderReceipt({ order, head }: { order: Order; head?: ReactNode }) {
  const { rows, total } = buildReceipt(order);
  return (
    <Receipt
      head={head}
      rows={rows.map(({ rates, ...row }) => ({
        ...row,
        ...(rates && {
          note: rates.map((text) => (
            <span key={text} className={styles.rate}>
              {text}
            </span>
          )),
        }),
      }))}
      total={total}
    />
  );
}
