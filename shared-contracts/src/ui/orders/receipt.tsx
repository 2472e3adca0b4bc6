import type { ReactNode } from 'react';
import { AnnounceChange } from '../announce-change';
import { Price } from './price';
import styles from './receipt.module.css';

export interface ReceiptRow {
  label: string;
  /** Already formatted. */
  amount: string;
  /** Small print under the label. */
  note?: ReactNode;
}

export interface ReceiptProps {
  /** The heading, such as 'Total' in a cart. */
  title?: string;
  /** The buyer and the goods, on the same paper above the sums. */
  head?: ReactNode;
  rows: readonly ReceiptRow[];
  /** The total, below the dashed line. */
  total: ReceiptRow;
  /** Below the total, still on the paper. */
  children?: ReactNode;
}

/** Sums as a strip of till paper with a scalloped foot. */
export function Receipt({ title, head, rows, total, children }: ReceiptProps) {
  return (
    <div className={styles.shadow}>
      <div className={styles.paper}>
        {head}
        <section aria-label={title ?? total.label}>
          {title && <h2 className={styles.title}>{title}</h2>}
          <dl>
            {rows.map((row) => (
              <div key={row.label} className={styles.row}>
                <dt>
                  <span>{row.label}</span>
                  {row.note && <p className={styles.note}>{row.note}</p>}
                </dt>
                <dd>
                  <Price size="row" className={styles.amount}>
                    {row.amount}
                  </Price>
                </dd>
              </div>
            ))}
            <div className={styles.total}>
              <dt>
                <span>{total.label}</span>
                {total.note && <p className={styles.note}>{total.note}</p>}
              </dt>
              <dd>
                <Price size="total">{total.amount}</Price>
              </dd>
            </div>
          </dl>
          {children}
        </section>
      </div>
      <AnnounceChange text={`${total.label} ${total.amount}`} />
    </div>
  );
}
