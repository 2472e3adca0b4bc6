import { type ReactNode, Suspense, use } from 'react';
import { useShell } from 'shared-contracts/events';
import { Boundary } from '../boundary/boundary';
import { t } from '../words';
import styles from './offline-note.module.css';
import { loadPanels } from './panels-later';

/** Shows only its first sentence until the code after the first screen has loaded. */
export function OfflineNote() {
  const isOnline = useShell((state) => state.connection.isOnline);
  const sentence = <span>{t('No internet connection found. App is running in offline mode.')}</span>;
  return (
    <div role="status" className={styles.place}>
      {!isOnline && (
        <p className={styles.note}>
          <Boundary fallback={() => sentence}>
            <Suspense fallback={sentence}>
              <Words>{sentence}</Words>
            </Suspense>
          </Boundary>
        </p>
      )}
    </div>
  );
}

function Words({ children }: { children: ReactNode }) {
  const { OfflineWords } = use(loadPanels());
  return <OfflineWords>{children}</OfflineWords>;
}
