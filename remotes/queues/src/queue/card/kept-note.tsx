import { CloudOff } from 'lucide-react';
import { Icon } from 'shared-contracts/ui';
import { useKeptNote } from '../kept-moves';
import styles from './vendor-card.module.css';

/** What became of a tap that was made without a connection. */
export function KeptNote({ id }: { id: number }) {
  const note = useKeptNote(id);
  if (note === undefined) return null;
  return (
    <p className={styles.kept}>
      <Icon of={CloudOff} size="small" className={styles.keptIcon} />
      {note}
    </p>
  );
}
