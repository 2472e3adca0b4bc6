import { showToast } from 'shared-contracts/events';
import { useMutation } from 'shared-contracts/query';
import { useParams } from 'shared-contracts/router';
import type { VenueWatch } from 'shared-contracts/types';
import {
  Alert,
  Button,
  ChoiceGroup,
  EmptyState,
  Page,
  QuietHeading,
  Skeleton,
  SkeletonBlock,
} from 'shared-contracts/ui';
import { isRefusal } from '../failures';
import { LoadFailed } from '../load-failed';
import { NotOperator } from '../not-operator';
import { OfficeNav } from '../office-nav';
import { useVenue } from '../stock.resource';
import { plural, t } from '../words';
import styles from './watch.module.css';
import { setStopsSilentStalls, useTextMessages, useVenueWatch } from './watch.resource';
import { LateOrders, SilentStalls, UnseenOrders } from './watch-lists';

/** Shows the operators of a hall which orders no one has seen, which stalls cannot be reached, and which orders are late. */
export function Screen() {
  const { venueId = '' } = useParams();
  const watch = useVenueWatch(venueId);
  const isRefused = watch.error !== null && isRefusal(watch.error);
  return (
    <>
      <OfficeNav venueId={venueId} section="today" isRefused={isRefused} />
      {isRefused ? (
        <NotOperator page={t('Watch')} title={t('Only an operator of this hall sees its watch.')} />
      ) : (
        <Shown venueId={venueId} watch={watch} />
      )}
    </>
  );
}

function Shown({ venueId, watch }: { venueId: string; watch: ReturnType<typeof useVenueWatch> }) {
  if (watch.data) return <Watch venueId={venueId} watch={watch.data} isOld={watch.isError} onRetry={watch.refetch} />;
  if (watch.isPending) return <Waiting />;
  return (
    <LoadFailed
      page={t('Watch')}
      error={watch.error}
      isRetrying={watch.isFetching}
      hasOrders={false}
      onRetry={() => void watch.refetch()}
    />
  );
}

interface WatchProps {
  venueId: string;
  watch: VenueWatch;
  /** The lists could not be refreshed. */
  isOld: boolean;
  onRetry: () => unknown;
}

function Watch({ venueId, watch, isOld, onRetry }: WatchProps) {
  const venue = useVenue(venueId);
  const { unseen, silent, late, stops_silent_stalls } = watch;
  const isQuiet = unseen.data.length + silent.data.length + late.data.length === 0;
  return (
    <Page width="account" className={styles.page}>
      <div className={styles.head}>
        <h1>{t('Watch')}</h1>
        <p className={styles.note} translate="no">
          {/* The line has its height before the name is there. */}
          <bdi>{venue.data?.name ?? '\u00a0'}</bdi>
        </p>
      </div>
      {isOld && (
        <Alert>
          <div className={styles.failed}>
            <span>{t('This page may be out of date. It could not be refreshed.')}</span>
            <Button size="small" onClick={() => void onRetry()}>
              {t('Try Again')}
            </Button>
          </div>
        </Alert>
      )}
      {isQuiet && (
        <EmptyState
          title={t('Nothing needs you.')}
          text={t('Each order is seen, each open stall can be reached, and no order is later than promised.')}
        />
      )}
      <UnseenOrders orders={unseen.data} />
      <SilentStalls stalls={silent.data} />
      <LateOrders orders={late.data} />
      <StopsSilentStalls venueId={venueId} isOn={stops_silent_stalls} />
      {/* The last line, since it arrives after the lists and must not move them. */}
      <TextMessages venueId={venueId} />
    </Page>
  );
}

/** A choice takes effect at once. */
function StopsSilentStalls({ venueId, isOn }: { venueId: string; isOn: boolean }) {
  const change = useMutation<void, Error, boolean>({
    mutationFn: (next) => setStopsSilentStalls(venueId, next),
    onError: () => showToast(t('That was not saved. Please try again.'), { color: 'danger' }),
  });
  const shown = change.isPending ? change.variables : isOn;
  const choices = [
    { id: 'go-on' as const, name: t('Go on taking orders'), note: t('You and the stall are told.') },
    {
      id: 'stop' as const,
      name: t('Take no orders until it is back'),
      note: t('You and the stall are told. It takes orders again by itself.'),
    },
  ];
  return (
    <ChoiceGroup
      type="radio"
      title={t('When an open stall cannot be reached')}
      choices={choices.map((choice) => ({ ...choice, disabled: change.isPending }))}
      selected={[shown ? 'stop' : 'go-on']}
      onChange={([choice]) => choice && change.mutate(choice === 'stop')}
    />
  );
}

/** Text messages cost money: says how many the hall's orders have had, and how near the site is to its limit. */
function TextMessages({ venueId }: { venueId: string }) {
  const texts = useTextMessages(venueId);
  if (!texts) return null;
  const { month, site } = texts;
  return (
    <p className={styles.note}>
      {plural(
        month.messages,
        {
          one: '# text message this month. The whole site has sent {sent} of at most {limit} today.',
          other: '# text messages this month. The whole site has sent {sent} of at most {limit} today.',
        },
        { sent: site.messages_today, limit: site.day_limit },
      )}
    </p>
  );
}

function Waiting() {
  return (
    <Page width="account" className={styles.page}>
      <QuietHeading>{t('Watch')}</QuietHeading>
      <Skeleton label={t('Loading the watch…')} className={styles.section}>
        <SkeletonBlock shape="title" width="half" />
        <SkeletonBlock className={styles.rowBlock} />
        <SkeletonBlock className={styles.rowBlock} />
      </Skeleton>
    </Page>
  );
}
