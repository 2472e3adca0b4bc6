import { MapPin } from 'lucide-react';
import type { ReactNode } from 'react';
import { Badge } from 'shared-contracts/ui';
import { t } from '../words';
import styles from './vendors.module.css';

export interface VendorsHeadProps {
  /** Undefined until it is known. */
  venue: ReactNode;
  /** The visitor's table or other location. */
  destination: string | null | undefined;
}

/** Shows the heading of a venue's vendors. */
export function VendorsHead({ venue, destination }: VendorsHeadProps) {
  return (
    <div className={styles.head}>
      <div>
        <h1>{t('Vendors')}</h1>
        {/* The shell's header shows the name only after a scroll. */}
        <p className={styles.venue} translate="no">
          {venue}
        </p>
      </div>
      {destination && (
        <Badge className={styles.destination} icon={MapPin}>
          {t('Your place: {destination}', { destination })}
        </Badge>
      )}
    </div>
  );
}
