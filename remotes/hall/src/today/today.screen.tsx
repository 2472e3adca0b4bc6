import { useParams } from 'shared-contracts/router';
import { formatDateGb } from 'shared-contracts/rules/dates';
import type { HallToday } from 'shared-contracts/types';
import { Card, EmptyState, SkeletonBlock } from 'shared-contracts/ui';
import { Office } from '../office/office';
import { isLive } from '../start/start.rules';
import { StartSteps } from '../start/start-steps';
import { t } from '../words';
import { Attention } from './attention';
import { ClosedStalls } from './closed-stalls';
import { Takings } from './takings';
import styles from './today.module.css';
import { useToday, useWatch } from './today.resource';

/** Shows the day of a hall so far: what needs its operators, its money by hour and stall, and the stalls that are closed. */
export function Screen() {
  const { venueId = '' } = useParams();
  const today = useToday(venueId);
  return (
    <Office
      section="today"
      heading={t('Today')}
      read={today}
      skeleton={
        <>
          <SkeletonBlock className={styles.block} />
          <SkeletonBlock className={styles.tallBlock} />
        </>
      }
    >
      {(data) => <Today venueId={venueId} today={data} />}
    </Office>
  );
}

function Today({ venueId, today }: { venueId: string; today: HallToday }) {
  const watch = useWatch(venueId);
  return (
    <>
      <p className={styles.note}>{formatDateGb(`${today.day}T12:00:00Z`, 'UTC')}</p>
      <NewHall venueId={venueId} start={today.start} />
      <Attention venueId={venueId} today={today} watch={watch} />
      {/* What waits for a person arrives with a request of its own. It would push the rest of the day down. */}
      {!watch.isPending && <Day venueId={venueId} today={today} />}
    </>
  );
}

/** The money of the day by hour and stall, and the stalls that are closed. */
function Day({ venueId, today }: { venueId: string; today: HallToday }) {
  return (
    <>
      {today.takings.data.length === 0 && today.start.has_order && (
        <EmptyState title={t('No order yet today.')} text={t('Orders appear here as they are paid.')} />
      )}
      {today.takings.data.map((taking) => (
        <Takings key={taking.currency} taking={taking} />
      ))}
      {today.closed.data.length > 0 && (
        <section className={styles.section} aria-labelledby="closed">
          <h2 id="closed">{t('Closed now')}</h2>
          <Card as="ul" clip>
            <ClosedStalls venueId={venueId} stalls={today.closed.data} />
          </Card>
        </section>
      )}
    </>
  );
}

/** Leads a hall that has not gone live from step to step. */
function NewHall({ venueId, start }: { venueId: string; start: HallToday['start'] }) {
  if (isLive(start)) return null;
  return (
    <Card as="section" padded className={styles.section} aria-labelledby="start">
      <h2 id="start">{t('Before the first guests')}</h2>
      <StartSteps venueId={venueId} start={start} />
    </Card>
  );
}
