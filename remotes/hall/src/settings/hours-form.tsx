import { ChevronRight } from 'lucide-react';
import { Link } from 'shared-contracts/router';
import { Card, Icon, Select } from 'shared-contracts/ui';
import { useOperatedVenues } from '../office/office.resource';
import { stallHoursPath } from '../office/paths';
import { t } from '../words';
import { PartForm } from './part-form';
import styles from './settings.module.css';
import { zoneName } from './settings-words';
import { type PartProps, usePart } from './use-part';

/** The time zone of the hall, in which its stalls open and close. The hours themselves are those of each stall. */
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
      <StallHours venueId={props.venueId} />
    </>
  );
}

/** Leads to the hours of each stall, which its owner sets too. */
function StallHours({ venueId }: { venueId: string }) {
  const venue = useOperatedVenues().data?.find(({ id }) => String(id) === venueId);
  const stalls = venue?.vendors.filter(({ state }) => state !== 'removed') ?? [];
  return (
    <section className={styles.section} aria-labelledby="stall-hours">
      <h2 id="stall-hours">{t('Hours of the stalls')}</h2>
      <p className={styles.note}>{t('The hall is open while a stall is. Each stall has its own hours.')}</p>
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
