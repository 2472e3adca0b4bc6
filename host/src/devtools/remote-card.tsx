import { Select } from 'shared-contracts/ui';
import { FAULTS, type Fault } from './faults';
import { formatBytes, type LoadMetrics } from './load-metrics';
import styles from './remote-card.module.css';

export interface RemoteCardProps {
  name: string;
  version: string;
  /** Semver range of the contract that it needs. */
  contract: string;
  /** 'live', 'channel beta', 'previous' … */
  source: string;
  metrics: LoadMetrics;
  fault: Fault | undefined;
  onFault: (fault: Fault | undefined) => void;
}

const NONE = { value: '', label: 'No fault' };
const CHOICES = [NONE, ...FAULTS.map((fault) => ({ value: fault, label: fault }))];

/** One remote of this page: its release, the source of the release, load metrics, and a fault to inject. */
export function RemoteCard({ name, version, contract, source, metrics, fault, onFault }: RemoteCardProps) {
  const { files, size, transferred, loading } = metrics;
  return (
    <article className={styles.card}>
      <h4>{name}</h4>
      <dl className={styles.facts}>
        <dt>Version</dt>
        <dd>{version}</dd>
        <dt>Source</dt>
        <dd>{source}</dd>
        <dt>Contract</dt>
        <dd>{contract}</dd>
        <dt>Bytes</dt>
        <dd>
          {files === 0
            ? 'not loaded'
            : `${formatBytes(size)} in ${files} ${files === 1 ? 'file' : 'files'}, ${formatBytes(transferred)} transferred`}
        </dd>
        <dt>Load time</dt>
        <dd>{files === 0 ? 'not loaded' : `${loading} ms`}</dd>
      </dl>
      <Select
        label={`Fault of ${name}`}
        options={CHOICES}
        value={fault ?? ''}
        onChange={({ target }) => onFault(FAULTS.find((known) => known === target.value))}
      />
    </article>
  );
}
