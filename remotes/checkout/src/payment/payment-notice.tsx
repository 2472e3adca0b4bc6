import { Alert } from 'shared-contracts/ui';
import styles from './payment.module.css';
import type { Notice } from './payment.rules';

/** What happened, and below it whether money moved and what to do. */
export function PaymentNotice({ tone, title, text }: Notice) {
  return (
    <Alert tone={tone}>
      <p className={styles.noticeTitle}>{title}</p>
      {text && <p className={styles.noticeText}>{text}</p>}
    </Alert>
  );
}
