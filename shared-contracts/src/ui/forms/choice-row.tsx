import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from '../cx';
import { Icon } from '../icon';
import { Price } from '../orders/price';
import styles from './choice-row.module.css';

export interface ChoiceRowProps {
  type: 'radio' | 'checkbox';
  /** Rows with the same name belong together: the arrow keys move between their radio buttons. */
  name: string;
  checked: boolean;
  /** Called when the row is chosen; a checkbox also when it is unticked. */
  onChange: (checked: boolean) => void;
  children: ReactNode;
  /** A second line below the words. */
  note?: ReactNode;
  /** Already formatted: `$16.50`, `+$2.00`. */
  price?: string;
  disabled?: boolean;
}

/**
 * One choice in a row of 56 px, which takes taps over its whole width. ChoiceGroup renders these rows. Outside of a group, put
 * the row into a Card.
 */
export function ChoiceRow({ type, name, checked, onChange, children, note, price, disabled }: ChoiceRowProps) {
  return (
    <label className={styles.row}>
      <input
        className={styles.input}
        type={type}
        name={name}
        checked={checked}
        disabled={disabled}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span className={cx(styles.control, type === 'radio' ? styles.radio : styles.box)}>
        {type === 'checkbox' && checked && <Icon of={Check} size="small" />}
      </span>
      <span className={styles.words}>
        <span className={styles.name}>{children}</span>
        {note && <span className={styles.note}>{note}</span>}
      </span>
      {price && <Price size="row">{price}</Price>}
    </label>
  );
}
