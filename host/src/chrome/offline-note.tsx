import { WifiOff } from 'lucide-react';
import { useShell } from 'shared-contracts/events';
import { Icon } from 'shared-contracts/ui';
import styles from './offline-note.module.css';

export function OfflineNote() {
  const isOnline = useShell((state) => state.connection.isOnline);
  return (
    <div role="status" className={styles.place}>
      {!isOnline && (
        <p className={styles.note}>
          <Icon of={WifiOff} size="small" />
          <span>
            <span>No internet connection found. App is running in offline mode.</span>{' '}
            <span>What you see may be old, and nothing can be ordered.</span>
          </span>
        </p>
      )}
    </div>
  );
}
