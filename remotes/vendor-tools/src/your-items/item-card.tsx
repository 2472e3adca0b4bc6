import type { MenuItem } from 'shared-contracts/types';
import { Button, Card, CoverImage, Price } from 'shared-contracts/ui';
import { StatusBadge } from '../status-badge';
import styles from './your-items.module.css';

export interface ItemCardProps {
  item: MenuItem;
  vendorId: number;
  /** Already formatted; undefined while the venue's currency is not known. */
  price: string | undefined;
}

export function ItemCard({ item, vendorId, price }: ItemCardProps) {
  return (
    <Card as="article" className={styles.card} aria-labelledby={`item-${item.id}`}>
      <CoverImage src={item.image_url} className={styles.picture} />
      <div className={styles.words}>
        <h3 id={`item-${item.id}`}>{item.name}</h3>
        <p className={styles.price}>{price && <Price size="row">{price}</Price>}</p>
        <StatusBadge status={item.status} />
      </div>
      <Button size="small" to={`/vendor/${vendorId}/items/${item.id}`} aria-describedby={`item-${item.id}`}>
        Edit Item
      </Button>
    </Card>
  );
}
