import type { OpeningHours, Schedule } from 'shared-contracts/types';
import { Button, Card, EmptyState } from 'shared-contracts/ui';
import { t } from '../words';
import styles from './hours.module.css';
import { saveHours } from './hours.resource';
import { proposedSchedule, scheduleLines } from './hours.rules';
import { HoursEditor } from './hours-editor';

/** Edits the hours of a stall. Without hours of its own it follows those of its hall, if the hall has any. */
export function StallHours({ vendorId, hours }: { vendorId: string; hours: OpeningHours }) {
  const ofHall = hours.hall_schedule ?? null;
  return (
    <HoursEditor
      owner={vendorId}
      hours={hours}
      onSave={(change) => saveHours(vendorId, change)}
      removal={ofHall ? t('Follow the hours of the hall') : t('Remove all hours')}
      noneText={ofHall ? t('The hours of the hall') : t('No hours: always open')}
      whenNone={(edit) =>
        ofHall ? (
          <HallSchedule schedule={ofHall} onEdit={() => edit(ofHall)} />
        ) : (
          <EmptyState
            title={t('No hours are set.')}
            text={t('The stall is open, unless it is closed above.')}
            action={<Button onClick={() => edit(proposedSchedule())}>{t('Set hours')}</Button>}
          />
        )
      }
    />
  );
}

/** Shows the hours that the stall follows. Its own begin as a copy of them. */
function HallSchedule({ schedule, onEdit }: { schedule: Schedule; onEdit: () => void }) {
  return (
    <Card as="section" padded aria-labelledby="hall-hours" className={styles.section}>
      <h2 id="hall-hours">{t('Hours of the hall')}</h2>
      <p className={styles.note}>{t('This stall follows them, as it has no hours of its own.')}</p>
      <ul>
        {scheduleLines(schedule).map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <div>
        <Button onClick={onEdit}>{t('Set hours of its own')}</Button>
      </div>
    </Card>
  );
}
