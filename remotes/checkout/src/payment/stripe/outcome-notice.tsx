import { type ReactNode, useEffect, useRef } from 'react';
import styles from '../payment.module.css';

export interface OutcomeNoticeProps {
  /** Counts the tries that ended without any element in focus. The notice takes the focus each time that it grows. */
  ended: number;
  /** Why the last try did not go through. */
  children: ReactNode;
}

/** Shows the outcome of a try beside the pressed button. After a sheet or a bank's question nothing has the focus, so the notice takes it. */
export function OutcomeNotice({ ended, children }: OutcomeNoticeProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (ended === 0 || !box.current?.hasChildNodes()) return;
    box.current.focus({ preventScroll: true });
    // The notice may be below the window on a phone.
    box.current.scrollIntoView({ block: 'nearest', behavior: 'instant' });
  }, [ended]);
  return (
    <div ref={box} tabIndex={-1} className={styles.outcome}>
      {children}
    </div>
  );
}
