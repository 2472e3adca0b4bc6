import { formatMajor } from 'shared-contracts/rules/money';
import type { Order } from 'shared-contracts/types';
import { Price } from 'shared-contracts/ui';
import { listed } from '../listed';
import { t } from '../words';
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

interface Fact {
  label: string;
  text: string;
  className?: string | undefined;
}

/** Heads an order with its buyer, place and time. A `receipt` has each on a line, below the vendor's name, which is then its title. */
export function OrderFacts({ order, receipt = false }: { order: Order; receipt?: boolean }) {
  const { created_at: at, delivery_method_instructions: instructions } = order;
  const facts: Fact[] = [
    { label: t('Order number'), text: orderLabel(order), className: styles.number },
    { label: t('Order for'), text: order.user.name },
    ...(receipt ? [] : [{ label: t('Vendor'), text: order.vendor.name }]),
    { label: order.tax_name || t('Tax'), text: order.tax_number || t('Not registered') },
    {
      label: t('Order date'),
      text: listed([orderDateGb(order, at), zoneName(order, at) ?? []].flat()),
      className: styles.date,
    },
    { label: t('Collect / Deliver'), text: deliveryText(order) },
    ...(instructions ? [{ label: t('Instructions'), text: instructions }] : []),
  ];
  return (
    <dl className={receipt ? styles.factLines : styles.facts}>
      {facts.map(({ label, text, className }) => (
        <div key={label} className={className}>
          <dt className={styles.label}>{label}</dt>
          <dd className={styles.fact} translate="no">
            <bdi>{text}</bdi>
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
          <th scope="col">{t('Qty')}</th>
          <th scope="col" className={styles.item}>
            {t('Item')}
          </th>
          <th scope="col" className={styles.amount}>
            {t('Price')}
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
                  <bdi>{line.variant.item.name}</bdi>
                </span>
                {(variant || options) && (
                  <p className={styles.small} translate="no">
                    {variant && (
                      <span className={styles.variant}>
                        <bdi>{variant}</bdi>
                      </span>
                    )}
                    {variant && options && <span className={styles.separator}>{CHOICE_SEPARATOR}</span>}
                    {options && (
                      <span className={styles.options}>
                        <bdi>{options}</bdi>
                      </span>
                    )}
                  </p>
                )}
                {allergens && <p className={styles.small}>{allergens}</p>}
                {line.notes && (
                  <p className={styles.notes} translate="no">
                    <bdi>{t('“{note}”', { note: line.notes })}</bdi>
                  </p>
                )}
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
