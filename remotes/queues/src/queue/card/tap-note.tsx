import { CloudOff } from 'lucide-react';
import { Icon } from 'shared-contracts/ui';
import { useTapNote } from '../unsent-moves';
import { useHeldWhilePressed } from '../use-held-while-pressed';
import styles from './vendor-card.module.css';

/** Explains the outcome of a tap that was made without a connection. */
export function TapNote({ id }: { id: number }) {
  const note = useHeldWhilePressed(useTapNote(id), id);
  if (note === undefined) return null;
  return (
    <p className={styles.tapNote}>
      <Icon of={CloudOff} size="small" className={styles.tapNoteIcon} />
      <span>{note}</span>
    </p>
  );
}
