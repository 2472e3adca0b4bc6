import { Bell } from 'lucide-react';
import { useRef } from 'react';
import { Alert, Button } from 'shared-contracts/ui';
import { t } from '../../words';
import styles from './counter-switches.module.css';
import { useIsSoundWaiting } from './use-new-order-sound';

/** Asks for a tap, since browsers are silent after a reload until one. Any other tap on the page works as well (`useNewOrderSound`). */
export function SoundPrompt() {
  const isWaiting = useIsSoundWaiting();
  // A press removes the button. The focus goes to this place.
  const place = useRef<HTMLDivElement>(null);
  return (
    <div ref={place} tabIndex={-1} className={styles.place}>
      {isWaiting && (
        <Alert className={styles.prompt}>
          <div className={styles.promptWords}>
            <span>{t('New orders make no sound yet. The browser waits for one tap.')}</span>
            <Button
              size="small"
              variant="primary"
              icon={Bell}
              onClick={() => place.current?.focus({ preventScroll: true })}
            >
              {t('Bring the sound back')}
            </Button>
          </div>
        </Alert>
      )}
    </div>
  );
}
