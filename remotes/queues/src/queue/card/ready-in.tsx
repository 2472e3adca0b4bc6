import { readyText } from '../../order/order-time.rules';
import { useTicking } from '../ticker';
import styles from './ready-in.module.css';

/** Shows when the order should be done, where its stall can estimate it. It counts down by the clock, and a fetched list corrects it. */
export function ReadyIn({ at }: { at: string | null | undefined }) {
  const text = useTicking((now) => (at && readyText(at, now)) || '');
  return text && <span className={styles.ready}>{text}</span>;
}
