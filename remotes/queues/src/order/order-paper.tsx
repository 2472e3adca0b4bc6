import { formatMajor } from 'shared-contracts/rules/money';
import type { Order } from 'shared-contracts/types';
import { Price } from 'shared-contracts/ui';
import styles from './order-paper.module.css';
import { orderDateGb, zoneName } from './order-time.rules';
import {
  allergensText,
  CHOICE_SEPARATOR,
  deliveryText,
  optionsText,
  orderLabel,
  variantText,
} from './order-words.rules';

const NUMBER = 'Order number';
const DATE = 'Order date';

const CLASSES: Readonly<Record<string, string | undefined>> = { [NUMBER]: styles.number, [DATE]: styles.date };

/** Heads an order with its buyer, place and time. A `receipt` has each on a line, below the vendor's name, which is then its title. */
export function OrderFacts({ order, receipt = false }: { order: Order; receipt?: boolean }) {
  const facts: [string, string][] = [
    [NUMBER, orderLabel(order)],
    ['Order for', order.user.name],
    ...(receipt ? [] : [['Vendor', order.vendor.name] satisfies [string, string]]),
    [order.tax_name || 'Tax', order.tax_number || 'Not registered'],
    [DATE, [orderDateGb(order, order.created_at), zoneName(order, order.created_at)].filter(Boolean).join(', ')],
    ['Collect / Deliver', deliveryText(order)],
    ...(order.delivery_method_instructions
      ? [['Instructions', order.delivery_method_instructions] satisfies [string, string]]
      : []),
  ];
  return (
    <dl className={receipt ? styles.factLines : styles.facts}>
      {facts.map(([label, text]) => (
        <div key={label} className={CLASSES[label]}>
          <dt className={styles.label}>{label}</dt>
          <dd className={styles.fact} translate="no">
            {text}
          </dd>
        </div>
      ))}
    </dl>
  );
}

export function OrderTable({ order }: { order: Order }) {
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">Qty</th>
          <th scope="col" className={styles.item}>
            Item
          </th>
          <th scope="col" className={styles.amount}>
            Price
          </th>
        </tr>
      </thead>
      <tbody>
        {order.order_items.data.map((line) => {
          const [variant, options] = [variantText(line), optionsText(line)];
          const allergens = allergensText(line);
          return (
            <tr key={line.id}>
              <td className={styles.quantity} translate="no">
                {line.quantity}
              </td>
              <td>
                <span className={styles.name} translate="no">
                  {line.variant.item.name}
                </span>
                {(variant || options) && (
                  <p className={styles.small} translate="no">
                    {variant && <span className={styles.variant}>{variant}</span>}
                    {variant && options && <span className={styles.separator}>{CHOICE_SEPARATOR}</span>}
                    {options && <span className={styles.options}>{options}</span>}
                  </p>
                )}
                {allergens && <p className={styles.small}>{allergens}</p>}
                {line.notes && <p className={styles.notes} translate="no">{`“${line.notes}”`}</p>}
              </td>
              <td className={styles.amount}>
                <Price size="row">{formatMajor(line.total, order.currency, order.currency_symbol)}</Price>
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
