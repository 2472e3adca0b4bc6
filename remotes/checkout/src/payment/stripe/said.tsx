import { type ReactNode, useEffect, useRef } from 'react';
import styles from '../payment.module.css';

export interface SaidProps {
  /** How many tries are over that left the focus nowhere. */
  ended: number;
  /** Why the last try did not go through. */
  children: ReactNode;
}

/** The outcome of a try, beside the button that was pressed. After a sheet or a bank's question nothing has the focus, so it comes here. */
export function Said({ ended, children }: SaidProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (ended === 0 || !box.current?.hasChildNodes()) return;
    box.current.focus({ preventScroll: true });
    // On a phone it may be below the window.
    box.current.scrollIntoView({ block: 'nearest', behavior: 'instant' });
  }, [ended]);
  return (
    <div ref={box} tabIndex={-1} className={styles.said}>
      {children}
    </div>
  );
}
