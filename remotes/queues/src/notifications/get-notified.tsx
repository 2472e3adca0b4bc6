import { BellRing, X } from 'lucide-react';
import { useState } from 'react';
import { Button, Icon, IconButton } from 'shared-contracts/ui';
import { useAudience } from '../queue/queue.resource';
import { t } from '../words';
import { askForNotices, noticePermission } from './browser-notice';
import { storeDismissal, wasDismissed } from './dismissal';
import styles from './get-notified.module.css';
import { startPush } from './push-subscription';
import { TextMeDialog } from './text-me-dialog';
import { useTextOffer } from './use-text-offer';

/**
 * Asks once how to notify: by the browser until the visitor decides there, and a customer also by text message until a number is confirmed. It asks
 * nothing where there is neither.
 */
export function GetNotified() {
  const audience = useAudience();
  const [permission, setPermission] = useState(noticePermission);
  const [isDismissed, setDismissed] = useState(wasDismissed);
  const { offer } = useTextOffer(!isDismissed);
  const [isTexting, setTexting] = useState(false);
  const canNotify = permission === 'default';
  if (isDismissed || !(canNotify || offer)) return null;
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
      <div className={styles.ways}>
        {canNotify && (
          <Button size="small" onClick={ask}>
            {t('Turn on')}
          </Button>
        )}
        {offer && (
          <Button size="small" aria-haspopup="dialog" onClick={() => setTexting(true)}>
            {t('Text me')}
          </Button>
        )}
      </div>
      <IconButton icon={X} aria-label={t('Dismiss Get Notified!')} className={styles.dismiss} onClick={dismiss} />
      {offer && <TextMeDialog open={isTexting} phone={offer} onClose={() => setTexting(false)} />}
    </section>
  );
}
