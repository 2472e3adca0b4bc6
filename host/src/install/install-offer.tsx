import { site } from 'shared-contracts/site';
import { Button } from 'shared-contracts/ui';
import { t } from '../words';
import styles from './install-offer.module.css';
import { declineInstall, install, useIsInstallOffered } from './install-prompt';

/** Shows a quiet offer below the page's content after the first order. It never returns once the visitor has decided. */
export function InstallOffer() {
  if (!useIsInstallOffered()) return null;
  return (
    <aside className={styles.offer} aria-label={t('Install')}>
      <p className={styles.words}>
        {t('Put {brand} on your home screen to order faster next time.', { brand: site().brand })}
      </p>
      <div className={styles.buttons}>
        <Button size="small" variant="plain" onClick={declineInstall}>
          {t('Not now')}
        </Button>
        <Button size="small" onClick={install}>
          {t('Install')}
        </Button>
      </div>
    </aside>
  );
}
