import { useCallback } from 'react';
import { useEvent } from 'shared-contracts/events';
import { useParams } from 'shared-contracts/router';
import { EmptyState, Page, QuietHeading, Skeleton, SkeletonBlock, StatePage } from 'shared-contracts/ui';
import { LoadFailed } from '../load-failed';
import { useMayOwn } from '../members/members.resource';
import { NotYours } from '../not-yours';
import { OfficeWay } from '../office-way';
import { useFreshStock, useIsMember } from '../stock.resource';
import { WatchMinutes } from '../watch/watch-minutes';
import { t } from '../words';
import styles from './hours.module.css';
import { refreshHours, useHours } from './hours.resource';
import { ModeSwitch } from './mode-switch';
import { StallHours } from './stall-hours';

/** Shows when a stall is open: its switch, its week, and the days that differ. Its owners and the operators of its venue set them here. */
export function Screen() {
  const { vendorId = '' } = useParams();
  const isMember = useIsMember(vendorId);
  const mayOwn = useMayOwn(vendorId);
  if (!mayOwn) return isMember ? <NotOwner /> : <NotYours page={t('Hours')} />;
  return <Hours vendorId={vendorId} />;
}

function Hours({ vendorId }: { vendorId: string }) {
  const isMember = useIsMember(vendorId);
  const hours = useHours(vendorId);
  useFreshHours(vendorId);

  // A session lists neither the venues that the user runs nor a role that ended while the page was open, so the API decides.
  if (hours.error?.status === 403) return isMember ? <NotOwner /> : <NotYours page={t('Hours')} />;
  if (hours.data) {
    return (
      <Page width="account" className={styles.page}>
        <h1>{t('Hours')}</h1>
        <ModeSwitch vendorId={vendorId} hours={hours.data} />
        <StallHours vendorId={vendorId} hours={hours.data} />
        <WatchMinutes vendorId={vendorId} />
        <OfficeWay vendorId={vendorId} />
      </Page>
    );
  }
  if (hours.isPending) {
    return (
      <Page width="account" className={styles.page}>
        <QuietHeading>{t('Hours')}</QuietHeading>
        <Skeleton label={t('Loading the hours…')} className={styles.waiting}>
          <SkeletonBlock shape="title" width="half" />
          <SkeletonBlock className={styles.switchBlock} />
          <SkeletonBlock className={styles.dayBlock} />
          <SkeletonBlock className={styles.dayBlock} />
        </Skeleton>
      </Page>
    );
  }
  return <LoadFailed page={t('Hours')} error={hours.error} isRetrying={hours.isFetching} onRetry={hours.refetch} />;
}

/** Fetches the hours again when a colleague sets or switches them. */
function useFreshHours(vendorId: string): void {
  useFreshStock(vendorId);
  const refresh = useCallback(() => void refreshHours(vendorId), [vendorId]);
  useEvent('stock-updated', refresh);
}

function NotOwner() {
  return (
    <StatePage heading={t('Hours')}>
      <EmptyState
        title={t('Only an owner of this vendor sets its hours.')}
        text={t('Ask an owner if something has to change.')}
      />
    </StatePage>
  );
}
