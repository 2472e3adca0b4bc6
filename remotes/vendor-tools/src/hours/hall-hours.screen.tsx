import { useCallback } from 'react';
import { useEvent } from 'shared-contracts/events';
import { useParams } from 'shared-contracts/router';
import type { HallHours } from 'shared-contracts/types';
import { Button, EmptyState, Page, QuietHeading, Skeleton, SkeletonBlock } from 'shared-contracts/ui';
import { isRefusal } from '../failures';
import { LoadFailed } from '../load-failed';
import { NotOperator } from '../not-operator';
import { OfficeNav } from '../office-nav';
import { t } from '../words';
import { refreshHallHours, saveHallHours, useHallHours } from './hall-hours.resource';
import styles from './hours.module.css';
import { proposedSchedule } from './hours.rules';
import { HoursEditor } from './hours-editor';

/** Shows the hours of a hall, which its operators set. Stalls without hours of their own follow them. */
export function Screen() {
  const { venueId = '' } = useParams();
  const hours = useHallHours(venueId);
  const refresh = useCallback(() => void refreshHallHours(venueId), [venueId]);
  useEvent('stock-updated', refresh);
  const isRefused = hours.error !== null && isRefusal(hours.error);
  return (
    <>
      <OfficeNav venueId={venueId} section="settings" isRefused={isRefused} />
      {isRefused ? (
        <NotOperator page={t('Hours of the hall')} title={t('Only an operator of this hall sets its hours.')} />
      ) : (
        <Shown venueId={venueId} hours={hours} />
      )}
    </>
  );
}

function Shown({ venueId, hours }: { venueId: string; hours: ReturnType<typeof useHallHours> }) {
  if (hours.data) return <Hours venueId={venueId} hours={hours.data} />;
  if (hours.isPending) return <Waiting />;
  return (
    <LoadFailed
      page={t('Hours of the hall')}
      error={hours.error}
      isRetrying={hours.isFetching}
      hasOrders={false}
      onRetry={() => void hours.refetch()}
    />
  );
}

function Hours({ venueId, hours }: { venueId: string; hours: HallHours }) {
  return (
    <Page width="account" className={styles.page}>
      <div className={styles.section}>
        <h1>{t('Hours of the hall')}</h1>
        <p className={styles.note}>{t('A stall without hours of its own opens and closes by them.')}</p>
      </div>
      <HoursEditor
        owner={`hall-${venueId}`}
        hours={hours}
        onSave={(change) => saveHallHours(venueId, change)}
        removal={t('Remove all hours')}
        noneText={t('No hours are set.')}
        whenNone={(edit) => (
          <EmptyState
            title={t('No hours are set.')}
            text={t('A stall without hours of its own is open, unless it is closed by hand.')}
            action={<Button onClick={() => edit(proposedSchedule())}>{t('Set hours')}</Button>}
          />
        )}
      />
    </Page>
  );
}

function Waiting() {
  return (
    <Page width="account" className={styles.page}>
      <QuietHeading>{t('Hours of the hall')}</QuietHeading>
      <Skeleton label={t('Loading the hours…')} className={styles.waiting}>
        <SkeletonBlock shape="title" width="half" />
        <SkeletonBlock className={styles.dayBlock} />
        <SkeletonBlock className={styles.dayBlock} />
      </Skeleton>
    </Page>
  );
}
