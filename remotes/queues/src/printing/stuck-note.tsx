import { Printer } from 'lucide-react';
import { Alert, Button } from 'shared-contracts/ui';
import { useHeldWhilePressed } from '../queue/use-held-while-pressed';
import { t } from '../words';
import { usePrinters, useVendorId } from './printers.resource';
import styles from './printing.module.css';
import { stuckTexts } from './stuck.rules';

/** Says that tickets are not printed, why, and what to do. It is above the list, so it waits while a finger is down. */
export function StuckNote() {
  const vendorId = useVendorId();
  const printers = usePrinters();
  // The value is one text, which stays the same while its words do.
  const text = useHeldWhilePressed(printers ? stuckTexts(printers).join('\n') : '');
  if (text === '') return null;
  const [count, ...reasons] = text.split('\n');
  return (
    <Alert className={styles.stuck}>
      <div className={styles.stuckWords}>
        <div>
          <p>{count}</p>
          {reasons.map((reason) => (
            <p key={reason} className={styles.reason}>
              {reason}
            </p>
          ))}
        </div>
        <Button size="small" icon={Printer} to={`/vendor/${vendorId}/printers`}>
          {t('Printers')}
        </Button>
      </div>
    </Alert>
  );
}
