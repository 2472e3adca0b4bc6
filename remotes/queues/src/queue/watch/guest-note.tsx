import type { QueueEntry } from 'shared-contracts/types';
import { Alert } from 'shared-contracts/ui';
import { guestText } from './unseen.rules';

export interface GuestNoteProps {
  entry: Pick<QueueEntry, 'state' | 'watch'>;
  className?: string;
}

/** Tells a guest that the stall has not seen the order, and whether the hall knows. */
export function GuestNote({ entry, ...place }: GuestNoteProps) {
  const text = guestText(entry);
  if (text === null) return null;
  return (
    <Alert tone="info" {...place}>
      {text}
    </Alert>
  );
}
