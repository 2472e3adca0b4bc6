import { ChevronRight } from 'lucide-react';
import { Link } from 'shared-contracts/router';
import { Card, Icon, Select } from 'shared-contracts/ui';
import { useOperatedVenues } from '../office/office.resource';
import { hallHoursPath, stallHoursPath } from '../office/paths';
import { t } from '../words';
import { useHallHours } from './hours.resource';
import { PartForm } from './part-form';
import styles from './settings.module.css';
import { scheduleText, zoneName } from './settings-words';
import { type PartProps, usePart } from './use-part';

/** The time zone of the hall, in which its stalls open and close, and the ways to its hours and to those of each stall. */
export function HoursForm(props: PartProps) {
  const editing = usePart('hours', props);
  const { form, edit, errors } = editing;
  const zones = new Set([props.settings.hours.timezone, ...Intl.supportedValuesOf('timeZone')]);
  return (
    <>
      <PartForm editing={editing}>
        <Select
          label={t('Time zone')}
          hint={t('The hours of the stalls and the days of reports are counted in it.')}
          value={form.timezone}
          error={errors.timezone}
          options={[...zones].map((value) => ({ value, label: zoneName(value) }))}
          onChange={({ target }) => edit({ timezone: target.value })}
        />
      </PartForm>
      <HallHours venueId={props.venueId} />
      <StallHours venueId={props.venueId} />
    </>
  );
}

/** Leads to the hours of the hall. The line is there at once, and its summary follows. */
function HallHours({ venueId }: { venueId: string }) {
  const hours = useHallHours(venueId);
  return (
    <Card>
      <Link to={hallHoursPath(venueId)} className={styles.place}>
        <span className={styles.words}>
          <span className={styles.name}>{t('Hours of the hall')}</span>
          {/* The line has its height before the summary is there. */}
          <span className={styles.note}>{hallHoursText(hours) ?? '\u00a0'}</span>
        </span>
        <Icon of={ChevronRight} isDirectional />
      </Link>
    </Card>
  );
}

function hallHoursText({ data, isPending }: ReturnType<typeof useHallHours>): string | undefined {
  if (data) return scheduleText(data.schedule);
  return isPending ? undefined : t('The hours could not be loaded.');
}

/** Leads to the hours of each stall, which its owner sets too. */
function StallHours({ venueId }: { venueId: string }) {
  const venue = useOperatedVenues().data?.find(({ id }) => String(id) === venueId);
  const stalls = venue?.vendors.filter(({ state }) => state !== 'removed') ?? [];
  return (
    <section className={styles.section} aria-labelledby="stall-hours">
      <h2 id="stall-hours">{t('Hours of the stalls')}</h2>
      <p className={styles.note}>
        {t('The hall is open while a stall is. A stall without hours of its own follows those of the hall.')}
      </p>
      {stalls.length > 0 && (
        <Card as="ul" clip>
          {stalls.map(({ id, name, state }) => (
            <li key={id} className={styles.row}>
              <Link to={stallHoursPath(id)} className={styles.place}>
                <span className={styles.words}>
                  <span className={styles.name}>
                    <bdi translate="no">{name}</bdi>
                  </span>
                  <span className={styles.note}>{state === 'open' ? t('Open now') : t('Closed now')}</span>
                </span>
                <Icon of={ChevronRight} isDirectional />
              </Link>
            </li>
          ))}
        </Card>
      )}
    </section>
  );
}
