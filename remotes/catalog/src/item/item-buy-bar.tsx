import { useEffect, useId } from 'react';
import { formatMinor } from 'shared-contracts/rules/money';
import { type LineAmounts, lineTotal } from 'shared-contracts/rules/totals';
import type { VendorSummary, Venue } from 'shared-contracts/types';
import { AnnounceChange, Button, BuyBar, Price, Stepper, useTapGuard } from 'shared-contracts/ui';
import { useCatalogPaths } from '../catalog-paths';
import { t } from '../words';
import styles from './item.module.css';
import { MAX_QUANTITY } from './item.rules';
import type { AddingToCart } from './use-add-to-cart';

export interface ItemBuyBarProps {
  venue: Pick<Venue, 'id' | 'currency' | 'currency_symbol'>;
  vendor: Pick<VendorSummary, 'id' | 'accepting_orders'>;
  /** Undefined if there is nothing to buy. */
  amounts: LineAmounts | undefined;
  isOrderable: boolean;
  step: AddingToCart['step'];
  onQuantity: (quantity: number) => void;
  onAdd: () => void;
}

/** Shows the quantity and the button with the total; after the add two links; and one link if the item cannot be ordered. */
export function ItemBuyBar({ venue, vendor, amounts, isOrderable, step, onQuantity, onAdd }: ItemBuyBarProps) {
  const paths = useCatalogPaths();
  const toCart = useId();
  const isAdded = step === 'added';
  // The pressed button has disappeared, so the focus goes to its replacement.
  useEffect(() => {
    if (isAdded) document.getElementById(toCart)?.focus({ preventScroll: true });
  }, [isAdded, toCart]);
  // The guard covers only the links after an add. A further choice is the user's own change, so its button takes taps at once.
  const isNewlyAdded = useTapGuard(isAdded) && isAdded;
  const isNewlyOrderable = useTapGuard(isOrderable);
  // Keys still work, since the focus shows what they press.
  const taps = { style: { pointerEvents: isNewlyAdded || isNewlyOrderable ? 'none' : undefined } } as const;

  if (isAdded) {
    return (
      <BuyBar>
        <Button {...taps} size="tall" variant="quiet" to={paths.vendor(venue.id, vendor.id)} className={styles.back}>
          {t('Continue shopping')}
        </Button>
        <Button {...taps} size="tall" variant="primary" to={`/venues/${venue.id}/cart`} id={toCart}>
          {t('Go to cart')}
        </Button>
      </BuyBar>
    );
  }
  if (!isOrderable || !amounts) {
    const [state, way, to] = vendor.accepting_orders
      ? [t('Sold out'), t('See the menu'), paths.vendor(venue.id, vendor.id)]
      : [t('Not taking orders'), t('See all vendors'), paths.vendors(venue.id)];
    return (
      <BuyBar>
        <Button size="tall" disabled className={styles.state}>
          {state}
        </Button>
        <Button {...taps} size="tall" variant="primary" to={to}>
          {way}
        </Button>
      </BuyBar>
    );
  }
  const total = formatMinor(lineTotal(amounts), venue.currency, venue.currency_symbol);
  return (
    <BuyBar>
      {/* This element comes first, since the last one takes the rest of the bar. */}
      <AnnounceChange text={t('Total {total}', { total })} />
      <Stepper
        size="tall"
        label={t('quantity')}
        value={amounts.quantity}
        max={MAX_QUANTITY}
        disabled={step === 'adding'}
        onChange={onQuantity}
      />
      <Button
        {...taps}
        size="tall"
        variant="primary"
        busy={step === 'adding'}
        end={<Price size="button">{total}</Price>}
        onClick={onAdd}
      >
        {t('Add to cart')}
      </Button>
    </BuyBar>
  );
}
