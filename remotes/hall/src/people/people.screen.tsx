import { ChevronRight } from 'lucide-react';
import { Link, useParams } from 'shared-contracts/router';
import { Card, Icon } from 'shared-contracts/ui';
import { Office } from '../office/office';
import { type OperatedVenue, useOperatedVenues, useWithHalls } from '../office/office.resource';
import { operatorsPath, stallPeoplePath } from '../office/paths';
import { t } from '../words';
import { useAudit } from './audit.resource';
import { AuditFilter, AuditLog } from './audit-log';
import styles from './people.module.css';
import { useFilter } from './use-filter';

/** Leads to the people of a hall and of its stalls, and shows who changed what. */
export function Screen() {
  const { venueId = '' } = useParams();
  const [filter, setFilter] = useFilter();
  const { read, areHallsKnown } = useWithHalls(useAudit(venueId, filter, null));
  const venue = useOperatedVenues().data?.find(({ id }) => String(id) === venueId);
  return (
    <Office
      section="people"
      heading={t('People')}
      read={read}
      lead={
        areHallsKnown && (
          <>
            <Places venueId={venueId} venue={venue} />
            {/* The filter stays while its changes load, and keeps the focus. */}
            <AuditFilter filter={filter} onFilter={setFilter} />
          </>
        )
      }
    >
      {(audit) => <AuditLog key={filter} venueId={venueId} filter={filter} first={audit} />}
    </Office>
  );
}

/** The pages where people are invited and removed: the hall's first, then those of its stalls. */
function Places({ venueId, venue }: { venueId: string; venue: OperatedVenue | undefined }) {
  const stalls = venue?.vendors.filter(({ state }) => state !== 'removed') ?? [];
  return (
    <Card as="ul" clip aria-label={t('People')}>
      <li className={styles.row}>
        <Place to={operatorsPath(venueId)} note={t('Add, remove and invite')}>
          {t('Operators of the hall')}
        </Place>
      </li>
      {stalls.map(({ id, name }) => (
        <li key={id} className={styles.row}>
          <Place to={stallPeoplePath(id)} note={t('People of the stall')}>
            <bdi translate="no">{name}</bdi>
          </Place>
        </li>
      ))}
    </Card>
  );
}

function Place({ to, note, children }: { to: string; note: string; children: React.ReactNode }) {
  return (
    <Link to={to} className={styles.place}>
      <span className={styles.words}>
        <span className={styles.name}>{children}</span>
        <span className={styles.note}>{note}</span>
      </span>
      <Icon of={ChevronRight} isDirectional />
    </Link>
  );
}
