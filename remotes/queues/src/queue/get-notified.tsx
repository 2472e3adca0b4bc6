import { BellRing } from 'lucide-react';
import { useState } from 'react';
import { Button, Icon } from 'shared-contracts/ui';
import { askForNotices, noticePermission } from '../notifications/browser-notice';
import { startPush } from '../notifications/push-subscription';
import styles from './get-notified.module.css';
import { useAudience } from './queue.resource';

const TEXTS = { customer: 'A ping when food is ready.', vendor: 'A ping for every new order while this site is open.' };

/** Asks for browser notifications, unless that was answered before or this browser has none. */
export function GetNotified() {
  const audience = useAudience();
  const [permission, setPermission] = useState(noticePermission);
  if (permission !== 'default') return null;
  const ask = async () => {
    const answer = await askForNotices();
    setPermission(answer);
    if (answer === 'granted') await startPush();
  };
  return (
    <section className={styles.prompt} aria-label="Get Notified!">
      <Icon of={BellRing} className={styles.icon} />
      <div className={styles.words}>
        <h2 className={styles.title}>Get Notified!</h2>
        <p className={styles.text}>{TEXTS[audience]}</p>
      </div>
      <Button size="small" onClick={ask}>
        Turn on
      </Button>
    </section>
  );
}
