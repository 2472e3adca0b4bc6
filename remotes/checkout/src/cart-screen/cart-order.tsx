import { useEffect, useState } from 'react';
import { formatMajor } from 'shared-contracts/rules/money';
import type { Order } from 'shared-contracts/types';
import { Alert, Card, CoverImage, Price } from 'shared-contracts/ui';
import { type EditingChange, isClosed } from '../cart/cart.rules';
import { DeliveryPanel } from '../delivery/delivery-panel';
import type { Deliveries } from '../delivery/use-deliveries';
import { t } from '../words';
import styles from './cart.module.css';
import { CartLine } from './cart-line';

export interface CartOrderProps {
  order: Order;
  deliveries: Deliveries;
  /** The other orders of the cart, if one tap may set their delivery too. */
  others: readonly Order[];
  /** A scanned table that could not be saved for this order. */
  unsavedTable: string | undefined;
  onEditingChange: EditingChange;
}

/** Shows one vendor's order in the cart: its lines and its delivery. */
export function CartOrder({ order, deliveries, others, unsavedTable, onEditingChange }: CartOrderProps) {
  const { vendor } = order;
  // An open note stays open even if the stall no longer states allergens.
  const [hasHadNote, setHadNote] = useState(false);
  const hasNote = hasHadNote || vendor.states_allergens === true || order.allergy_note !== undefined;
  if (hasNote && !hasHadNote) setHadNote(true);
  const AllergyNote = useAllergyNote(hasNote);
  const headingId = `cart-order-${order.id}`;
  return (
    <Card as="section" aria-labelledby={headingId}>
      <header className={styles.head}>
        <CoverImage src={vendor.image_url} className={styles.thumbnail} />
        <h2 id={headingId} className={styles.vendor} translate="no">
          <bdi>{vendor.name}</bdi>
        </h2>
        <Price>{formatMajor(order.total, order.currency, order.currency_symbol)}</Price>
      </header>
      {isClosed(order) && (
        <Alert tone="info" className={styles.closed}>
          {t('{name} is not taking orders right now.', { name: vendor.name })}
        </Alert>
      )}
      <ul className={styles.lines}>
        {order.order_items.data.map((line) => (
          <CartLine key={line.id} line={line} currency={order.currency} symbol={order.currency_symbol} />
        ))}
      </ul>
      {hasNote && (
        <div className={styles.allergy}>
          {order.allergy_note && (
            <p className={styles.allergyNote}>
              <b>{t('Allergy:')}</b>{' '}
              <span translate="no" dir="auto">
                {order.allergy_note}
              </span>
            </p>
          )}
          <div className={styles.allergyForm}>
            {AllergyNote && <AllergyNote order={order} onEditingChange={onEditingChange} />}
          </div>
        </div>
      )}
      <DeliveryPanel
        order={order}
        deliveries={deliveries}
        others={others}
        unsavedTable={unsavedTable}
        onEditingChange={onEditingChange}
      />
    </Card>
  );
}

/** The note is loaded on demand, because most carts have none. */
function useAllergyNote(isNeeded: boolean) {
  const [module, setModule] = useState<typeof import('./allergy-note')>();
  useEffect(() => {
    if (isNeeded) import('./allergy-note').then(setModule, console.error);
  }, [isNeeded]);
  return module?.AllergyNote;
}
