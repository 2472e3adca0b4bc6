import { cx } from 'shared-contracts/ui';
import styles from './avatar.module.css';

export interface AvatarProps {
  name: string;
  /** 48 (default) in a row; 72 and saffron at the head of the page. */
  size?: 'row' | 'large';
}

/** The first letter of the name beside it. */
export function Avatar({ name, size = 'row' }: AvatarProps) {
  const [first = ''] = name.trim();
  return (
    <span className={cx(styles.avatar, styles[size])} aria-hidden="true" translate="no">
      {first.toUpperCase()}
    </span>
  );
}
