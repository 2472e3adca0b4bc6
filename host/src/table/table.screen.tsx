import { ChevronRight } from 'lucide-react';
import type { ApiErrorShape } from 'shared-contracts/client';
import { Link, Navigate, useParams } from 'shared-contracts/router';
import { locationPath } from 'shared-contracts/rules/destination';
import { Card, EmptyState, FailedState, Icon, Page, QuietHeading, Skeleton, SkeletonBlock } from 'shared-contracts/ui';
import { vendorsPath } from '../routes/paths';
import { t } from '../words';
import styles from './table.module.css';
import { useTable, useVenues } from './table.resource';

/**
 * The page of the address on a table: /t/{code}. The server redirects the code of a table, so this page is for a code that
 * leads nowhere, and for a browser whose worker sent the page.
 */
export function TableScreen() {
  const { code = '' } = useParams();
  const { data: table, isPending, isFetching, error, refetch } = useTable(code);
  if (table) return <Navigate to={locationPath(table.venue.id, table.name)} replace />;
  if (isPending) {
    return (
      <Page width="account" className={styles.page}>
        <QuietHeading>{t('Your table')}</QuietHeading>
        <Skeleton label={t('Looking for your table…')} className={styles.waiting}>
          <SkeletonBlock shape="title" width="half" />
          <SkeletonBlock width="long" />
        </Skeleton>
      </Page>
    );
  }
  return (
    <Page width="account" className={styles.page}>
      <QuietHeading>{t('Your table')}</QuietHeading>
      {error && leadsNowhere(error) ? (
        <EmptyState {...explanation(error)} />
      ) : (
        <FailedState
          title={t('Your table could not be looked up')}
          text={error?.status === 429 ? error.message : undefined}
          error={error}
          onRetry={() => void refetch()}
          busy={isFetching}
        />
      )}
      <Venues />
    </Page>
  );
}

/** The API responds with 422 to a text that cannot be a code. */
const leadsNowhere = ({ status }: ApiErrorShape): boolean => [404, 410, 422].includes(status);

function explanation({ status, code, message }: ApiErrorShape) {
  if (status !== 410) {
    return {
      title: t('We do not know this table.'),
      text: t('Scan its code again, or choose the venue here and name your table in the cart.'),
    };
  }
  return {
    title: message,
    text:
      code === 'VENUE_CLOSED'
        ? t('Other venues are open.')
        : t('Choose the venue here and name your table in the cart, or ask the staff for a new code.'),
  };
}

/** Shows nothing if the venues cannot be loaded, since the page has explained itself already. */
function Venues() {
  const { data: venues = [], isLoading } = useVenues();
  if (isLoading) {
    return (
      <Skeleton label={t('Loading venues…')} className={styles.venues}>
        <SkeletonBlock shape="heading" width="short" />
        <SkeletonBlock className={styles.waitingVenues} />
      </Skeleton>
    );
  }
  if (venues.length === 0) return null;
  return (
    <nav aria-labelledby="venues" className={styles.venues}>
      <h2 id="venues">{t('Venues')}</h2>
      <Card clip>
        <ul>
          {venues.map(({ id, name }) => (
            <li key={id}>
              <Link to={vendorsPath(id)} className={styles.venue}>
                <span className={styles.name}>{name}</span>
                <Icon of={ChevronRight} size="medium" isDirectional />
              </Link>
            </li>
          ))}
        </ul>
      </Card>
    </nav>
  );
}
