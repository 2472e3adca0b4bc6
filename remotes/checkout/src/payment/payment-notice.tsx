import { useShell } from 'shared-contracts/events';
import { Alert } from 'shared-contracts/ui';
import styles from './payment.module.css';
import type { Notice } from './payment.rules';

/** What happened, and below it whether money moved and what to do. */
export function PaymentNotice({ tone, title, text, isOffline }: Notice) {
  const isOnline = useShell(({ connection }) => connection.isOnline);
  if (isOffline && isOnline) return null;
  return (
    <Alert tone={tone}>
      <p className={styles.noticeTitle}>{title}</p>
      {text && <p className={styles.noticeText}>{text}</p>}
    </Alert>
  );
}
