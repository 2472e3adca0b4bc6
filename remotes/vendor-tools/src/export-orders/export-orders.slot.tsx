import { FileSpreadsheet } from 'lucide-react';
import { Card, Icon } from 'shared-contracts/ui';
import styles from './export-orders.module.css';

/** The place of Export Orders on My Account. It says what is coming until the export itself is built. */
export function Slot() {
  return (
    <Card as="section" padded className={styles.card} aria-labelledby="export-orders">
      <Icon of={FileSpreadsheet} />
      <div>
        <h2 id="export-orders" className={styles.title}>
          Export Orders
        </h2>
        <p className={styles.text}>Soon you can save your orders here as a spreadsheet, by day, week, month or year.</p>
      </div>
    </Card>
  );
}
