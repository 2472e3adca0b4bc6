import { MapPin } from 'lucide-react';
import { Badge } from 'shared-contracts/ui';
import styles from './vendors.module.css';

export interface VendorsHeadProps {
  /** Undefined while it is not known. */
  venue: string | undefined;
  /** Where the visitor sits. */
  destination: string | null | undefined;
}

/** The heading of a venue's vendors. */
export function VendorsHead({ venue, destination }: VendorsHeadProps) {
  return (
    <div className={styles.head}>
      <div>
        <h1>Vendors</h1>
        {/* The header says it only once one has scrolled. */}
        <p className={styles.venue} translate="no">
          {venue}
        </p>
      </div>
      {destination && (
        <Badge className={styles.destination} icon={MapPin}>
          {`Your place: ${destination}`}
        </Badge>
      )}
    </div>
  );
}
