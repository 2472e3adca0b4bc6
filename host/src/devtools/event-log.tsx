import type { LoggedEvent } from 'shared-contracts/events';
import styles from './event-log.module.css';

const time = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', second: '2-digit' });

/** Two events may be equal, and the log drops its oldest, so neither content nor index identifies one. */
const ids = new WeakMap<LoggedEvent, number>();
let count = 0;

function idOf(event: LoggedEvent): number {
  const id = ids.get(event) ?? count++;
  ids.set(event, id);
  return id;
}

/** The events of this page, newest first, each with a payload that can be unfolded. */
export function EventLog({ events }: { events: readonly LoggedEvent[] }) {
  if (events.length === 0) return <p className={styles.none}>No events yet.</p>;
  return (
    <ol className={styles.log}>
      {[...events].reverse().map((event) => (
        <li key={idOf(event)}>
          <details>
            <summary>
              <span className={styles.time}>{time.format(event.at)}</span> <span>{event.name}</span>{' '}
              <span className={styles.source}>{event.source}</span>
            </summary>
            <pre>{JSON.stringify(event.payload, null, 2)}</pre>
          </details>
        </li>
      ))}
    </ol>
  );
}
