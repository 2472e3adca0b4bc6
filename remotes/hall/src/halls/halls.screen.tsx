import { ChevronRight } from 'lucide-react';
import { Link, Navigate } from 'shared-contracts/router';
import {
  Badge,
  Button,
  Card,
  EmptyState,
  FailedState,
  Icon,
  Page,
  Skeleton,
  SkeletonBlock,
  StatePage,
} from 'shared-contracts/ui';
import { isRefusal } from '../office/failures';
import { NeedsSecondFactor } from '../office/office';
import { type OperatedVenue, useOperatedVenues } from '../office/office.resource';
import { sections } from '../office/sections';
import { plural, t } from '../words';
import styles from './halls.module.css';

/** Lists the halls that the user operates. With one hall, its office opens at once. */
export function Screen() {
  const venues = useOperatedVenues();
  if (venues.error?.code === 'SECOND_FACTOR_REQUIRED') {
    return (
      <StatePage heading={t('Your halls')}>
        <NeedsSecondFactor />
      </StatePage>
    );
  }
  if (venues.error && isRefusal(venues.error)) return <NoHall />;
  if (venues.data) return <Halls venues={venues.data} />;
  if (venues.isPending) {
    return (
      <Page width="account" className={styles.page}>
        <h1>{t('Your halls')}</h1>
        <Skeleton label={t('Loading your halls…')} className={styles.list}>
          <SkeletonBlock className={styles.block} />
          <SkeletonBlock className={styles.block} />
        </Skeleton>
      </Page>
    );
  }
  return (
    <StatePage heading={t('Your halls')}>
      <FailedState
        text={t('Nothing was changed.')}
        error={venues.error}
        busy={venues.isFetching}
        onRetry={() => void venues.refetch()}
      />
    </StatePage>
  );
}

function Halls({ venues }: { venues: readonly OperatedVenue[] }) {
  const [only, ...more] = venues;
  if (!only) return <NoHall />;
  if (more.length === 0) return <Navigate to={sections(only.id)[0].path} replace />;
  return (
    <Page width="account" className={styles.page}>
      <h1>{t('Your halls')}</h1>
      <Card as="ul" clip>
        {venues.map(({ id, name, state, vendors }) => (
          <li key={id} className={styles.row}>
            <Link to={sections(id)[0].path} className={styles.hall}>
              <span className={styles.words}>
                <span className={styles.name} translate="no">
                  <bdi>{name}</bdi>
                </span>
                <span className={styles.note}>
                  {plural(vendors.filter((each) => each.state !== 'removed').length, {
                    one: '# stall',
                    other: '# stalls',
                  })}
                </span>
              </span>
              {state === 'closed' && <Badge>{t('Closed')}</Badge>}
              <Icon of={ChevronRight} isDirectional />
            </Link>
          </li>
        ))}
      </Card>
    </Page>
  );
}

function NoHall() {
  return (
    <StatePage heading={t('Your halls')}>
      <EmptyState
        title={t('You do not operate a hall.')}
        text={t('Ask one of the operators of your hall to invite you.')}
        action={
          <Button variant="primary" to="/profile">
            {t('My Account')}
          </Button>
        }
      />
    </StatePage>
  );
}
