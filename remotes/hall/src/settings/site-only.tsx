import { Alert } from 'shared-contracts/ui';
import { t } from '../words';
import { Command } from './command';
import styles from './settings.module.css';

/** Says that only those who run the whole site may do this, here or on the server. */
export function SiteOnly({ command }: { command: string }) {
  return (
    <div className={styles.section}>
      <Alert tone="info">{t('Only a person who runs the whole site does this. On the server, the command is:')}</Alert>
      <Command>{command}</Command>
    </div>
  );
}
