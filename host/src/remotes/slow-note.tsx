import { useDelayed } from 'shared-contracts/ui';
import styles from './slow-note.module.css';

const SLOW_MS = 3000;

/** Stands where a part is on its way, and says so when that takes long. */
export function SlowNote() {
  const isSlow = useDelayed(SLOW_MS);
  return (
    <p role="status" className={isSlow ? styles.note : undefined}>
      {isSlow && 'This takes longer than usual. Still loading…'}
    </p>
  );
}
