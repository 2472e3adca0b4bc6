import { useShell } from 'shared-contracts/events';
import { useMinutesAhead } from 'shared-contracts/query';
import { site } from 'shared-contracts/site';
import { Alert, Badge } from 'shared-contracts/ui';
import { useHeldWhilePressed } from '../queue/use-held-while-pressed';
import { plural, t } from '../words';
import styles from './live-state.module.css';

/** Says that orders arrive by themselves. A socket may look open for a while after the network has gone. */
export function LiveBadge() {
  const isLive = useShell(({ connection }) => connection.isOnline && connection.socket === 'live');
  if (!isLive) return null;
  return (
    <Badge tone="done" className={styles.live}>
      {t('Live')}
    </Badge>
  );
}

/** Says how old the page may be while no updates arrive. */
export function PollingNote() {
  // Offline the page polls nothing, and the shell says so over every page.
  const isPolling = useShell(
    ({ connection: { isOnline, socket } }) => isOnline && (socket === 'down' || site().realtime === null),
  );
  if (!useHeldWhilePressed(isPolling)) return null;
  return (
    <Alert tone="info" className={styles.note}>
      {t('Live updates are interrupted. This list is checked every 30 seconds.')}
    </Alert>
  );
}

/** Warns where the device's clock is wrong, since a kitchen compares the times on this screen with that clock. */
export function ClockNote() {
  const text = useHeldWhilePressed(clockText(useMinutesAhead()));
  if (text === '') return null;
  return (
    <Alert tone="info" className={styles.note}>
      {text}
    </Alert>
  );
}

function clockText(minutesAhead: number): string {
  if (minutesAhead === 0) return '';
  const minutes = Math.abs(minutesAhead);
  const isAhead = minutesAhead > 0;
  if (minutes < 120) {
    return isAhead
      ? plural(minutes, {
          one: 'The clock of this device is a minute ahead. Times here come from the server.',
          other: 'The clock of this device is # minutes ahead. Times here come from the server.',
        })
      : plural(minutes, {
          one: 'The clock of this device is a minute behind. Times here come from the server.',
          other: 'The clock of this device is # minutes behind. Times here come from the server.',
        });
  }
  const hours = Math.round(minutes / 60);
  return isAhead
    ? plural(hours, {
        one: 'The clock of this device is # hour ahead. Times here come from the server.',
        other: 'The clock of this device is # hours ahead. Times here come from the server.',
      })
    : plural(hours, {
        one: 'The clock of this device is # hour behind. Times here come from the server.',
        other: 'The clock of this device is # hours behind. Times here come from the server.',
      });
}
