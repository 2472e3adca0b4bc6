import { type ApiErrorShape, isApiError } from 'shared-contracts/client';
import { useMutation } from 'shared-contracts/query';
import type { HallSettings } from 'shared-contracts/types';
import { Alert, Button, cx } from 'shared-contracts/ui';
import { t } from '../words';
import styles from './settings.module.css';
import { backupAddress } from './site.resource';
import { SiteOnly } from './site-only';

/** Downloads a backup of the whole site, for those who run it. */
export function Backup({ settings }: { settings: HallSettings }) {
  if (!settings.is_site_operator) return <SiteOnly command="npm run foodhall -- backup hall.backup" />;
  return <Download />;
}

function Download() {
  const download = useMutation<string, ApiErrorShape>({ mutationFn: backupAddress, onSuccess: follow });
  return (
    <div className={styles.form}>
      <div className={styles.section}>
        <p>
          {t(
            'One file with the database at this moment and all pictures: halls, people, orders, payments and the audit log of the whole site.',
          )}
        </p>
        <p>
          {t(
            'It has the data of people, their sessions and keys. Keep it encrypted, where only you can read it. You are asked to confirm that it is you.',
          )}
        </p>
        <p className={styles.note}>
          {t(
            'The server makes the file first, so the download of a large site begins after a while. On a trial with the embedded database, orders wait until the file is made.',
          )}
        </p>
      </div>
      <div aria-live="polite" className={cx(styles.section, styles.live)}>
        {download.isSuccess && <Alert tone="info">{t('The download begins as soon as the file is made.')}</Alert>}
        {download.error && <Alert>{failureText(download.error)}</Alert>}
      </div>
      <div className={styles.actions}>
        <Button variant="primary" busy={download.isPending} onClick={() => download.mutate()}>
          {t('Download a backup')}
        </Button>
      </div>
    </div>
  );
}

/** Lets the browser download the file, which may be larger than a page can hold. */
function follow(address: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = '';
  link.click();
}

const failureText = (error: ApiErrorShape): string =>
  isApiError(error) && error.status >= 400 && error.status < 500
    ? error.message
    : t('The backup could not be made. Please try again.');
