import type { DeliveryMethodType, Vendor } from 'shared-contracts/types';
import { Badge, CoverImage, DELIVERY_ICONS } from 'shared-contracts/ui';
import styles from './vendor-head.module.css';

const WAYS: Record<DeliveryMethodType, string> = {
  collect: 'Collect',
  table: 'Table',
  room: 'Room',
  address: 'Address',
};

/** Who cooks, and how the food comes. Narrow: a picture under a sheet of words. Wide: one card, the picture right. */
export function VendorHead({ vendor }: { vendor: Vendor }) {
  return (
    <div className={styles.head}>
      <div className={styles.picture}>
        <CoverImage src={vendor.image_url} ratio="fill" eager />
      </div>
      <div className={styles.words}>
        <h1>{vendor.name}</h1>
        <p className={styles.blurb}>{vendor.blurb}</p>
        <ul className={styles.ways} aria-label="How you get it">
          {vendor.delivery_method_types.map((type) => (
            <li key={type}>
              <Badge icon={DELIVERY_ICONS[type]}>{WAYS[type]}</Badge>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}
