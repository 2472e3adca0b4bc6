import { memo, useRef } from 'react';
import { useServerNow } from 'shared-contracts/query';
import type { MenuItem, Venue } from 'shared-contracts/types';
import { Button, Card, CoverImage } from 'shared-contracts/ui';
import { backText } from '../back.rules';
import { MenuName } from '../menu-name';
import { PriceFrom } from '../price-from';
import { StatusBadge } from '../status-badge';
import { useFocusAfter } from '../use-focus-after';
import { useStatusChange } from '../use-status-change';
import { t } from '../words';
import styles from './your-items.module.css';
import { pricesOf, symbolOf } from './your-items.rules';

export interface ItemCardProps {
  item: MenuItem;
  /** The language of its name; undefined if it is unknown. */
  language: string | undefined;
  /** Undefined until the venue is known. */
  venue: Pick<Venue, 'currency' | 'currency_symbol' | 'timezone'> | undefined;
}

/** Shows one item. It is memoized, so that a change renders one card again and not a thousand. */
export const ItemCard = memo(function ItemCard({ item, language, venue }: ItemCardProps) {
  const { status, backAt, isPending, setActive, sellOutForToday } = useStatusChange({
    kind: 'items',
    target: item,
    item,
  });
  const now = useServerNow();
  const isActive = status === 'active';
  const heading = `item-${item.id}`;
  const toggle = useRef<HTMLButtonElement>(null);
  // The button stays while its request runs, and keeps the focus.
  const canSellOut = isActive || isPending;
  const notePress = useFocusAfter(canSellOut, () => toggle.current);
  return (
    <Card as="article" className={styles.card} aria-labelledby={heading}>
      <CoverImage src={item.image_url} className={styles.picture} />
      <div className={styles.words}>
        <h3 id={heading}>
          <MenuName of={language}>{item.name}</MenuName>
        </h3>
        <p className={styles.price}>
          {venue && <PriceFrom prices={pricesOf(item)} currency={venue.currency} symbol={symbolOf(venue)} />}
        </p>
        <p className={styles.status}>
          <StatusBadge status={status} />
          {backAt && <span className={styles.back}>{backText(backAt, venue?.timezone, now)}</span>}
        </p>
      </div>
      <Button size="small" to={`/vendor/${item.vendor_id}/items/${item.id}`} aria-describedby={heading}>
        {t('Edit Item')}
      </Button>
      <div className={styles.stock}>
        <Button
          ref={toggle}
          size="small"
          variant="quiet"
          busy={isPending}
          aria-describedby={heading}
          onClick={() => setActive(!isActive)}
        >
          {isActive ? t('Switch off') : t('Switch on')}
        </Button>
        {canSellOut && (
          <Button
            size="small"
            variant="quiet"
            // Only the other button shows that it is busy. With two such buttons the row would wrap, and the content below would move.
            aria-disabled={isPending || undefined}
            aria-describedby={heading}
            onClick={() => {
              if (isPending) return;
              notePress();
              sellOutForToday();
            }}
          >
            {t('Off until tomorrow')}
          </Button>
        )}
      </div>
    </Card>
  );
});
