import { useState } from 'react';
import { formatDateTimeGb } from 'shared-contracts/rules/dates';
import type { AuditEntry, VenueAudit } from 'shared-contracts/types';
import { Button, Card, EmptyState, FailedState, Select, Skeleton, SkeletonBlock } from 'shared-contracts/ui';
import { t } from '../words';
import { useAudit } from './audit.resource';
import { type Change, changesOf, type HallMoney } from './audit-changes';
import { actionName, FILTERS, type FilterId, filterNames } from './audit-words';
import styles from './people.module.css';

/** Chooses which changes are shown, below their heading. */
export function AuditFilter({ filter, onFilter }: { filter: FilterId; onFilter: (filter: FilterId) => void }) {
  const names = filterNames();
  const filters = Object.keys(FILTERS) as FilterId[];
  return (
    <div className={styles.section}>
      <h2 id="audit">{t('Changes')}</h2>
      <Select
        label={t('Show')}
        value={filter}
        options={filters.map((value) => ({ value, label: names[value] }))}
        onChange={({ target }) => onFilter(target.value as FilterId)}
      />
    </div>
  );
}

interface AuditLogProps {
  venueId: string;
  filter: FilterId;
  first: VenueAudit;
}

/** Shows who changed what in a hall, the newest first, page by page. */
export function AuditLog({ venueId, filter, first }: AuditLogProps) {
  /** The entries after which the further pages begin. */
  const [cursors, setCursors] = useState<number[]>([]);
  const next = useAudit(venueId, filter, cursors.at(-1) ?? null).data?.next ?? null;
  if (first.data.length === 0) {
    return <EmptyState title={t('No change of this kind.')} text={t('Each change is listed here with who made it.')} />;
  }
  return (
    <>
      <Card as="ul" clip aria-labelledby="audit">
        <Rows page={first} />
        {cursors.map((after) => (
          <FurtherRows key={after} venueId={venueId} filter={filter} after={after} />
        ))}
      </Card>
      {next !== null && (
        <div>
          <Button onClick={() => setCursors([...cursors, next])}>{t('Show more changes')}</Button>
        </div>
      )}
    </>
  );
}

function FurtherRows({ venueId, filter, after }: { venueId: string; filter: FilterId; after: number }) {
  const page = useAudit(venueId, filter, after);
  if (page.data) return <Rows page={page.data} />;
  return (
    <li className={styles.entry}>
      {page.isPending ? (
        <Skeleton label={t('Loading more changes…')}>
          <SkeletonBlock className={styles.block} />
        </Skeleton>
      ) : (
        <FailedState
          variant="row"
          title={t('The changes could not be loaded.')}
          error={page.error}
          busy={page.isFetching}
          onRetry={() => void page.refetch()}
        />
      )}
    </li>
  );
}

const Rows = ({ page }: { page: VenueAudit }) =>
  page.data.map((entry) => <Row key={entry.id} entry={entry} timezone={page.timezone} hall={page} />);

interface RowProps {
  entry: AuditEntry;
  timezone: string;
  hall: HallMoney;
}

function Row({ entry, timezone, hall }: RowProps) {
  const { at, actor, action, subject, vendor } = entry;
  const name = actionName(action);
  return (
    <li className={styles.entry}>
      <span className={styles.name}>
        {name ? `${name.kind} · ${name.event}` : <span translate="no">{action}</span>}
      </span>
      {/* In a line of its own, a bdi would be at the other side of a page from right to left. */}
      <span translate="no" className={styles.subject}>
        <bdi>{subject}</bdi>
      </span>
      {changesOf(entry, hall).map((change) => (
        <ChangeLine key={change.id} change={change} />
      ))}
      <span className={styles.note}>
        {formatDateTimeGb(at, timezone)}
        {' · '}
        {actor ? <bdi translate="no">{actor.name}</bdi> : t('The server')}
        {vendor && (
          <>
            {' · '}
            <bdi translate="no">{vendor.name}</bdi>
          </>
        )}
      </span>
    </li>
  );
}

/** A field with its values. The arrow points the way the page reads. */
function ChangeLine({ change: { field, isNamed, before, after } }: { change: Change }) {
  return (
    <span className={styles.change}>
      <span translate={isNamed ? undefined : 'no'}>{after === null ? field : t('{label}:', { label: field })}</span>{' '}
      {before !== null && (
        <>
          <bdi translate="no">{before}</bdi> <span className={styles.arrow}>→</span>{' '}
        </>
      )}
      {after !== null && <bdi translate="no">{after}</bdi>}
    </span>
  );
}
