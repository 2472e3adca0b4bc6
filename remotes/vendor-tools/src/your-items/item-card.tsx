import type { MenuItem } from 'shared-contracts/types';
import { Button, Card, CoverImage } from 'shared-contracts/ui';
import { StatusBadge } from '../status-badge';
import styles from './your-items.module.css';

export interface ItemCardProps {
  item: MenuItem;
  vendorId: number;
}

export function ItemCard({ item, vendorId }: ItemCardProps) {
  return (
    <Card as="article" className={styles.card} aria-labelledby={`item-${item.id}`}>
      <CoverImage src={item.image_url} className={styles.picture} />
      <div className={styles.words}>
        <h3 id={`item-${item.id}`}>{item.name}</h3>
        <StatusBadge status={item.status} />
      </div>
      <Button size="small" to={`/vendor/${vendorId}/items/${item.id}`} aria-describedby={`item-${item.id}`}>
        Edit Item
      </Button>
    </Card>
  );
}
