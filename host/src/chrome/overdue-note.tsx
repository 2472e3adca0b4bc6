import { useMinutesAhead } from 'shared-contracts/query';
import { useIsOverdue } from '../releases/overdue';
import { t } from '../words';
import { ReleaseBadge } from './release-badge';

/** A clock that is off by this many minutes may be the reason. */
const WRONG_CLOCK_MINUTES = 60;

/** Tells a visitor that the page could not be verified for longer than the site allows. The page goes on as it was verified last. */
export function OverdueNote({ reload = () => window.location.reload() }: { reload?: () => void }) {
  const isOverdue = useIsOverdue();
  // The first response of the API may come after the note, since a page contains its first data.
  const isClockWrong = Math.abs(useMinutesAhead()) >= WRONG_CLOCK_MINUTES;
  if (!isOverdue) return null;
  return (
    <ReleaseBadge label={t('Not checked for updates')} leave={t('Reload')} onLeave={reload}>
      <span role="alert">
        {isClockWrong
          ? t(
              'The date or the time of this device is wrong, so this page cannot be checked for updates. Correct it, then reload.',
            )
          : t(
              'This page could not be checked for updates for a long time. If this message stays after a reload, tell the staff.',
            )}
      </span>
    </ReleaseBadge>
  );
}
