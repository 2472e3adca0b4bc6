import { useDelayed } from 'shared-contracts/ui';
import { t } from '../words';
import styles from './slow-note.module.css';

const SLOW_MS = 3000;

/** Beside a skeleton: says after 3 s that the content is still loading. */
export function SlowNote() {
  const isSlow = useDelayed(SLOW_MS);
  return (
    <p role="status" className={isSlow ? styles.note : undefined}>
      {isSlow && t('This takes longer than usual. Still loading…')}
    </p>
  );
}
