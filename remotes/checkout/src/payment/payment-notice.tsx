import { useEffect, useRef } from 'react';
import { useShell } from 'shared-contracts/events';
import { Alert } from 'shared-contracts/ui';
import styles from './payment.module.css';
import type { Notice } from './payment.rules';

/** The second tap of a double tap has come by then, so the page does not scroll under it. In milliseconds. */
const AFTER_TAPS_MS = 600;

/** Says what happened, and below it whether money moved and what to do. It scrolls into view if it is below the window's edge. */
export function PaymentNotice({ tone, title, text, isOffline }: Notice) {
  const isOnline = useShell(({ connection }) => connection.isOnline);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const timer = setTimeout(() => box.current?.scrollIntoView({ block: 'nearest' }), AFTER_TAPS_MS);
    return () => clearTimeout(timer);
  }, []);
  if (isOffline && isOnline) return null;
  return (
    <div ref={box}>
      <Alert tone={tone}>
        {/* The title may be a provider's own sentence, in a language that runs the other way than the page's. */}
        <p className={styles.noticeTitle}>
          <bdi>{title}</bdi>
        </p>
        {text && <p className={styles.noticeText}>{text}</p>}
      </Alert>
    </div>
  );
}
