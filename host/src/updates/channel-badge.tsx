import { useState } from 'react';
import { channelOf, leaveChannel } from '../remotes/visit';
import { VisitBadge } from './visit-badge';
import { askWorkerForPage } from './watch-releases';

/** Whoever joined a channel sees that they did, on every page, and leaves it with one tap. */
export function ChannelBadge({ reload = () => window.location.reload() }: { reload?: () => void }) {
  const [channel] = useState(channelOf);
  if (!channel) return null;
  const leave = async () => {
    leaveChannel();
    // What the worker kept is the channel's page.
    await askWorkerForPage();
    reload();
  };
  return (
    <VisitBadge label="Channel" leave="Leave" onLeave={() => void leave()}>
      You use the <strong>{channel}</strong> channel.
    </VisitBadge>
  );
}
