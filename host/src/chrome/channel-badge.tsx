import { joinedChannel } from '../releases/channel';
import { leaveChannel } from '../releases/end-grants';
import { rich, t } from '../words';
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
    <ReleaseBadge label={t('Channel')} leave={t('Leave')} onLeave={() => void leave()}>
      {rich('You are in the <strong>{channel}</strong> channel.', {
        channel,
        strong: (text) => <strong key="channel">{text}</strong>,
      })}
    </ReleaseBadge>
  );
}
