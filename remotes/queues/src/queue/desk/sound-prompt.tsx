import { Bell } from 'lucide-react';
import { useEffect } from 'react';
import { Alert, Button } from 'shared-contracts/ui';
import { allowChime } from './chime';
import { useIsSoundWaiting } from './use-new-order-sound';
import styles from './vendor-desk.module.css';

/** After a reload browsers are silent until a tap. This asks for one; any other tap on the page does as well. */
export function SoundPrompt() {
  const isWaiting = useIsSoundWaiting();
  useEffect(() => {
    if (!isWaiting) return;
    const allow = () => void allowChime();
    document.addEventListener('click', allow);
    return () => document.removeEventListener('click', allow);
  }, [isWaiting]);
  if (!isWaiting) return null;
  return (
    <Alert className={styles.prompt}>
      <div className={styles.promptWords}>
        <span>New orders make no sound yet. The browser waits for one tap.</span>
        <Button size="small" variant="primary" icon={Bell}>
          Bring the sound back
        </Button>
      </div>
    </Alert>
  );
}
