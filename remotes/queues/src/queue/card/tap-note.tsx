import { CloudOff } from 'lucide-react';
import { Icon } from 'shared-contracts/ui';
import { useTapNote } from '../unsent-moves';
import { useStill } from '../use-still';
import styles from './vendor-card.module.css';

/** What became of a tap that was made without a connection. */
export function TapNote({ id }: { id: number }) {
  const note = useStill(useTapNote(id), id);
  if (note === undefined) return null;
  return (
    <p className={styles.tapNote}>
      <Icon of={CloudOff} size="small" className={styles.tapNoteIcon} />
      <span>{note}</span>
    </p>
  );
}
