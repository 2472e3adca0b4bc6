import { useShell } from 'shared-contracts/events';
import { site } from 'shared-contracts/site';
import { Alert, Badge } from 'shared-contracts/ui';
import { useStill } from '../queue/use-still';
import styles from './live-state.module.css';

/** Orders come in by themselves, at once. A socket may look open for a while after the network has gone. */
export function LiveBadge() {
  const isLive = useShell(({ connection }) => connection.isOnline && connection.socket === 'live');
  if (!isLive) return null;
  return (
    <Badge tone="done" className={styles.live}>
      Live
    </Badge>
  );
}

/** While nothing comes in by itself, the page says how old it may be. */
export function PollingNote() {
  // Offline nothing is checked, and the shell says so over every page.
  const isPolling = useShell(
    ({ connection: { isOnline, socket } }) => isOnline && (socket === 'down' || site().realtime === null),
  );
  if (!useStill(isPolling)) return null;
  return (
    <Alert tone="info" className={styles.note}>
      Live updates are interrupted. This list is checked every 30 seconds.
    </Alert>
  );
}
