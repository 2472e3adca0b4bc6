import { Printer } from 'lucide-react';
import { Alert, Button } from 'shared-contracts/ui';
import { usePrinters, useVendorId } from '../../printing/printers.resource';
import { stuckTexts } from '../../printing/stuck.rules';
import { t } from '../../words';
import { useHeldWhilePressed } from '../use-held-while-pressed';
import styles from './counter-switches.module.css';

/** Says that tickets are not printed, why, and what to do. It is above the list, so it waits while a finger is down. */
export function StuckNote() {
  const vendorId = useVendorId();
  const printers = usePrinters();
  // The value is one text, which stays the same while its words do.
  const text = useHeldWhilePressed(printers ? stuckTexts(printers).join('\n') : '');
  if (text === '') return null;
  const [count, ...reasons] = text.split('\n');
  return (
    <Alert className={styles.prompt}>
      <div className={styles.promptWords}>
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
