import { useState } from 'react';
import { Button } from 'shared-contracts/ui';
import { channelOf, leaveChannel } from '../remotes/visit';
import styles from './channel-badge.module.css';

/** Whoever joined a channel sees that they did, on every page, and leaves it with one tap. */
export function ChannelBadge({ reload = () => window.location.reload() }: { reload?: () => void }) {
  const [channel] = useState(channelOf);
  if (!channel) return null;
  const leave = () => {
    leaveChannel();
    reload();
  };
  return (
    <aside className={styles.badge} aria-label="Channel">
      <span>
        You use the <strong>{channel}</strong> channel.
      </span>
      <Button size="small" onClick={leave}>
        Leave
      </Button>
    </aside>
  );
}
