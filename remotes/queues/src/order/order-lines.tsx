import { MessageSquareText } from 'lucide-react';
import { formatMajor } from 'shared-contracts/rules/money';
import type { Order } from 'shared-contracts/types';
import { Icon, Price } from 'shared-contracts/ui';
import styles from './order-lines.module.css';
import { choicesText } from './order-words.rules';
import { leftToMake, lineRefundText } from './refund.rules';

/** Lists the ordered dishes with prices, for the buyer. */
export function BuyerLines({ order }: { order: Order }) {
  return (
    <ul>
      {order.order_items.data.map((line) => (
        <li key={line.id} className={styles.line}>
          <span className={styles.times} translate="no">{`${line.quantity}×`}</span>
          <span className={styles.name} translate="no">
            <bdi>{line.variant.item.name}</bdi>
          </span>
          <Price size="row">{formatMajor(line.total, order.currency, order.currency_symbol)}</Price>
        </li>
      ))}
    </ul>
  );
}

/**
 * Lists the dishes to make: the count, the dish, its choices and its refund. It leaves the prices out, since the kitchen does not need
 * them.
 */
export function KitchenLines({ order }: { order: Order }) {
  return (
    <ul>
      {order.order_items.data.map((line) => {
        const choices = choicesText(line);
        const left = leftToMake(order, line);
        const refunded = lineRefundText(order, line);
        // A refunded line keeps its count, struck through: the reader sees which dishes are not made any more.
        const Words = left === 0 ? 's' : 'span';
        return (
          <li key={line.id} className={styles.kitchenLine}>
            <Words className={styles.quantity} translate="no">
              {left || line.quantity}
            </Words>
            <div className={styles.name}>
              <Words translate="no">
                <bdi>{line.variant.item.name}</bdi>
              </Words>
              {refunded && <p className={styles.refunded}>{refunded}</p>}
              {choices && (
                <p className={styles.choices} translate="no">
                  <bdi>{choices}</bdi>
                </p>
              )}
            </div>
            {line.notes && <Note>{line.notes}</Note>}
          </li>
        );
      })}
    </ul>
  );
}

function Note({ children }: { children: string }) {
  return (
    <p className={styles.note}>
      <Icon of={MessageSquareText} size="medium" className={styles.noteIcon} />
      <span translate="no">
        <bdi>{children}</bdi>
      </span>
    </p>
  );
}
