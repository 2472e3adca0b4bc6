import { AlertDialog } from 'shared-contracts/ui';
import { t } from '../words';
import { markRead, useWaitingWorker } from './waiting-worker';

/** Says once that a new version was installed in the background. */
export function UpdateAlert() {
  const { isNews } = useWaitingWorker();
  return (
    <AlertDialog open={isNews} title={t('New version')} onClose={markRead}>
      {t('A New version of this software is available, Close all windows and repoen')}
    </AlertDialog>
  );
}
