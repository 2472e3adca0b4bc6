import { BellRing, X } from 'lucide-react';
import { useState } from 'react';
import { Button, Icon, IconButton } from 'shared-contracts/ui';
import { useAudience } from '../queue/queue.resource';
import { t } from '../words';
import { askForNotices, noticePermission } from './browser-notice';
import styles from './get-notified.module.css';
import { startPush } from './push-subscription';

/** The key holds for every account on this device, since the browser's permission belongs to the device too. */
const STORAGE_KEY = 'queues.get-notified-dismissed';

/** Asks for browser notifications until the visitor decides or dismisses the question. It asks nothing in a browser without them. */
export function GetNotified() {
  const audience = useAudience();
  const [permission, setPermission] = useState(noticePermission);
  const [isDismissed, setDismissed] = useState(wasDismissed);
  if (permission !== 'default' || isDismissed) return null;
  const ask = async () => {
    const choice = await askForNotices();
    setPermission(choice);
    if (choice === 'granted') await startPush();
  };
  const dismiss = () => {
    storeDismissal();
    setDismissed(true);
  };
  return (
    <section className={styles.prompt} aria-label={t('Get Notified!')}>
      <Icon of={BellRing} className={styles.icon} />
      <div className={styles.words}>
        <h2 className={styles.title}>{t('Get Notified!')}</h2>
        <p className={styles.text}>
          {audience === 'vendor' ? t('For every new order while this site is open.') : t('When your food is ready.')}
        </p>
      </div>
      <Button size="small" onClick={ask}>
        {t('Turn on')}
      </Button>
      <IconButton icon={X} aria-label={t('Dismiss Get Notified!')} className={styles.dismiss} onClick={dismiss} />
    </section>
  );
}

function wasDismissed(): boolean {
  try {
    return window.localStorage.getItem(STORAGE_KEY) !== null;
  } catch {
    return false;
  }
}

/** Stores the dismissal. Storage may be full or refused: the prompt then returns with the next page. */
function storeDismissal(): void {
  try {
    window.localStorage.setItem(STORAGE_KEY, 'yes');
  } catch (error) {
    console.warn('The dismissal of Get Notified! could not be stored', error);
  }
}
