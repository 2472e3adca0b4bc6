import type { QueueEntry } from 'shared-contracts/types';
import { Alert, Button } from 'shared-contracts/ui';
import { t } from '../../words';
import { useTicking } from '../ticker';
import { useHeldWhilePressed } from '../use-held-while-pressed';
import { unseenLines } from './unseen.rules';
import styles from './unseen-note.module.css';

export interface UnseenNoteProps {
  entries: readonly QueueEntry[];
  /** Shows the new orders; left out where they are shown already. */
  onShow?: (() => void) | undefined;
}

/** Says on a kitchen's page which orders wait while no one has seen them. A card counts as seen once it is on the screen. */
export function UnseenNote({ entries, onShow }: UnseenNoteProps) {
  // The value is one text, which stays the same while its words do.
  const text = useHeldWhilePressed(useTicking((now) => unseenLines(entries, now).join('\n')));
  if (text === '') return null;
  return (
    <Alert className={styles.note}>
      <div className={styles.words}>
        <ul>
          {text.split('\n').map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
        {onShow && (
          <Button size="small" onClick={onShow}>
            {t('Show new orders')}
          </Button>
        )}
      </div>
    </Alert>
  );
}
