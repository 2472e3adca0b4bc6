import { memo } from 'react';
import { formatMajor } from 'shared-contracts/rules/money';
import type { MenuItem } from 'shared-contracts/types';
import { Badge, Card, CoverImage, Price } from 'shared-contracts/ui';
import styles from './item-row.module.css';
import { listedVariant } from './menu.rules';

export interface ItemRowProps {
  item: MenuItem;
  to: string;
  currency: string;
  symbol: string;
  eager: boolean;
}

/** An item in a menu. */
export const ItemRow = memo(function ItemRow({ item, to, currency, symbol, eager }: ItemRowProps) {
  const variant = listedVariant(item);
  return (
    <Card to={to} className={styles.row}>
      <div className={styles.words}>
        <h3>{item.name}</h3>
        <p className={styles.blurb}>{item.description}</p>
        <div className={styles.foot}>
          {variant ? <Price>{formatMajor(variant.price, currency, symbol)}</Price> : <Badge>Sold out</Badge>}
        </div>
      </div>
      <CoverImage src={item.image_url} eager={eager} className={styles.picture} />
    </Card>
  );
});
