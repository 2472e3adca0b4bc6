import { readyText } from '../../order/order-time.rules';
import { useTicking } from '../ticker';
import styles from './ready-in.module.css';

/** When the order should be done, as far as its stall can say. It counts down by the clock; a list that is fetched corrects it. */
export function ReadyIn({ at }: { at: string | null | undefined }) {
  const text = useTicking((now) => (at && readyText(at, now)) || '');
  return text && <span className={styles.ready}>{text}</span>;
}
