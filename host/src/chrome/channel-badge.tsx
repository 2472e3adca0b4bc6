import { useState } from 'react';
import { channelOf, leaveChannel } from '../releases/cohort';
import { askWorkerForPage } from '../releases/next-release';
import { ReleaseBadge } from './release-badge';

/** Visitors in a channel see a badge on every page and can leave with one tap. */
export function ChannelBadge({ reload = () => window.location.reload() }: { reload?: () => void }) {
  const [channel] = useState(channelOf);
  if (!channel) return null;
  const leave = async () => {
    leaveChannel();
    // The worker's cached page is the channel's.
    await askWorkerForPage();
    reload();
  };
  return (
    <ReleaseBadge label="Channel" leave="Leave" onLeave={() => void leave()}>
      You are in the <strong>{channel}</strong> channel.
    </ReleaseBadge>
  );
}
