import type { ReactNode } from 'react';
import { useRootMark } from '../use-root-mark';
import styles from './buy-bar.module.css';

export interface BuyBarProps {
  /** In the direction of reading: a Stepper or a quiet Button, then the primary one, which takes the rest of the width. */
  children: ReactNode;
}

/** The foot of a screen that sells one thing: over the bottom menu on a phone, from 829 px at the foot of its column. */
export function BuyBar({ children }: BuyBarProps) {
  useRootMark('buy-bar');
  return <div className={styles.bar}>{children}</div>;
}
