import { cx } from '../cx';
import styles from './price.module.css';

export interface PriceProps {
  /** Already formatted (`formatMajor` of rules/money): `$16.50`, `+$2.00`. */
  children: string;
  /** `name` (default) beside names, `row` in lines and choices, `button` inside a button, `total` for the amount to pay. */
  size?: 'name' | 'row' | 'button' | 'total';
  className?: string;
}

/** An amount: digits of one width, never broken in two. */
export function Price({ children, size = 'name', className }: PriceProps) {
  return (
    <span translate="no" className={cx(styles.price, styles[size], className)}>
      {children}
    </span>
  );
}
