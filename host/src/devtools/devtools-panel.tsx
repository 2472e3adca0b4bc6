import { X } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { eventLog } from 'shared-contracts/events';
import { Button, IconButton } from 'shared-contracts/ui';
import { endOverrides } from '../releases/end-grants';
import type { RegistrySnapshot } from '../releases/snapshot';
import type { Remotes } from '../remotes/remotes-context';
import styles from './devtools-panel.module.css';
import { EventLog } from './event-log';
import { clearFaults, type Fault, readFaults, setFault } from './faults';
import { measureLoad } from './load-metrics';
import { releaseSource } from './release-source';
import { RemoteCard } from './remote-card';

const POLL_MS = 500;

export interface DevtoolsPanelProps {
  /** The remotes that the page runs. */
  remotes: Pick<Remotes, 'snapshot' | 'site' | 'overridden'>;
  /** The released snapshot. Undefined if the page does not contain it. */
  registry: RegistrySnapshot | undefined;
  onClose: () => void;
  reload?: () => void;
}

/** Shows the devtools beside the page, so that the page can still be used. */
export function DevtoolsPanel({
  remotes: { snapshot, site, overridden = { applied: {}, missing: {} } },
  registry,
  onClose,
  reload = () => window.location.reload(),
}: DevtoolsPanelProps) {
  const titleId = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const [faults, setFaults] = useState(readFaults);
  const { applied, missing } = overridden;
  const overrides = Object.entries({ ...applied, ...missing });
  const { events, records } = useWhatHappened();

  useEffect(() => heading.current?.focus(), []);

  const change = (remote: string, fault: Fault | undefined) => {
    setFault(remote, fault);
    setFaults(readFaults());
  };

  return (
    <section className={styles.panel} aria-labelledby={titleId}>
      <header className={styles.head}>
        <h2 id={titleId} ref={heading} tabIndex={-1}>
          Devtools
        </h2>
        <IconButton icon={X} aria-label="Close devtools" onClick={onClose} />
      </header>
      <p className={styles.shell}>{`Shell ${snapshot.host.version}, contract ${snapshot.host.contract}`}</p>

      {Object.keys(faults).length > 0 && (
        <div className={styles.notice}>
          <p>A fault applies the next time its remote is loaded. Once it is cleared, press Try Again.</p>
          <div className={styles.actions}>
            <Button size="small" onClick={reload}>
              Reload
            </Button>
            <Button
              size="small"
              onClick={() => {
                clearFaults();
                setFaults({});
              }}
            >
              Clear faults
            </Button>
          </div>
        </div>
      )}

      <h3>Remotes</h3>
      <ul className={styles.list}>
        {Object.entries(snapshot.remotes).map(([name, release]) => (
          <li key={name}>
            <RemoteCard
              name={name}
              version={release.version}
              contract={release.contract}
              source={applied[name] ? 'override' : releaseSource(registry, name, release.version)}
              metrics={measureLoad(records, new URL(release.path, site).href)}
              fault={faults[name]}
              onFault={(fault) => change(name, fault)}
            />
          </li>
        ))}
      </ul>

      <h3>Overrides</h3>
      {overrides.length === 0 ? (
        <p className={styles.none}>None. Every remote comes from the registry.</p>
      ) : (
        <div className={styles.notice}>
          <ul className={styles.list}>
            {overrides.map(([name, origin]) => (
              <li key={name}>{`${name} from ${origin}${missing[name] ? ', which did not respond' : ''}`}</li>
            ))}
          </ul>
          <Button size="small" onClick={() => void endOverrides().then(reload)}>
            Reset overrides
          </Button>
        </div>
      )}

      <h3>Events</h3>
      <EventLog events={events} />
    </section>
  );
}

const look = () => ({
  events: eventLog(),
  records: performance.getEntriesByType('resource') as PerformanceResourceTiming[],
});

/** Neither the log nor the browser's records announce a new entry, so the panel reads them twice a second. */
function useWhatHappened() {
  const [seen, setSeen] = useState(look);
  useEffect(() => {
    const timer = setInterval(() => {
      setSeen((before) => {
        const now = look();
        const isSame = now.events === before.events && now.records.length === before.records.length;
        return isSame ? before : now;
      });
    }, POLL_MS);
    return () => clearInterval(timer);
  }, []);
  return seen;
}
