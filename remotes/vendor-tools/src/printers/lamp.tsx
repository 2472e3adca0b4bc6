import { cx } from 'shared-contracts/ui';
import styles from './printers.module.css';
import type { Lamp } from './printers.rules';

/** Shows a printer's state. The colour never says more than the words. */
export function PrinterLamp({ lamp: { tone, text, advice } }: { lamp: Lamp }) {
  return (
    <div className={styles.lamp}>
      <p className={cx(styles.lampText, styles[tone])}>{text}</p>
      {advice && <p className={styles.note}>{advice}</p>}
    </div>
  );
}
