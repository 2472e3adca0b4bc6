import { joinedChannel } from '../releases/channel';
import { leaveChannel } from '../releases/end-grants';
import { ReleaseBadge } from './release-badge';

/** Visitors in a channel see a badge on every page and can leave with one tap. */
export function ChannelBadge({ reload = () => window.location.reload() }: { reload?: () => void }) {
  const channel = joinedChannel();
  if (!channel) return null;
  const leave = async () => {
    await leaveChannel();
    reload();
  };
  return (
    <ReleaseBadge label="Channel" leave="Leave" onLeave={() => void leave()}>
      You are in the <strong>{channel}</strong> channel.
    </ReleaseBadge>
  );
}
