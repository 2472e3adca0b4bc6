import { CalendarPlus } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { ApiErrorShape } from 'shared-contracts/client';
import { showToast } from 'shared-contracts/events';
import { useMutation } from 'shared-contracts/query';
import type { Schedule, Span } from 'shared-contracts/types';
import { Alert, Button, Card, focusAfterTaps, TextInput } from 'shared-contracts/ui';
import { listed } from '../language';
import { SaveBar } from '../save-bar';
import { showInPlace } from '../show-in-place';
import { t } from '../words';
import { DaySpans } from './day-spans';
import styles from './hours.module.css';
import type { HoursChange } from './hours.resource';
import {
  copyDay,
  dayName,
  daysWithErrors,
  type ScheduleErrors,
  scheduleErrors,
  scheduleLines,
  setDay,
  weekdays,
} from './hours.rules';
import { useHoursDraft } from './use-hours-draft';

interface HoursEditorProps {
  /** Names whose hours these are, in the key of the draft. */
  owner: string;
  hours: HoursChange;
  onSave: (change: HoursChange) => Promise<void>;
  /** Shown where no schedule is set. @param edit begins a schedule */
  whenNone: (edit: (schedule: Schedule) => void) => ReactNode;
  /** The button that removes the schedule. */
  removal: string;
  /** Says in a conflict that the other editor has removed the schedule. */
  noneText: string;
}

const NO_ERRORS: ScheduleErrors = { weekly: {}, exceptions: {} };

/** Edits the week and the days that differ, of a stall or of a hall. The tab keeps unsaved changes until they are saved or discarded. */
export function HoursEditor({ owner, hours, onSave, whenNone, removal, noneText }: HoursEditorProps) {
  const [draft, keep] = useHoursDraft(owner);
  const [errors, setErrors] = useState(NO_ERRORS);
  /** It stays while the next attempt runs, so that nothing moves under the finger that started it. */
  const [failure, setFailure] = useState<Error | null>(null);
  const { schedule, version }: HoursChange = draft ?? hours;
  const editor = useRef<HTMLDivElement>(null);
  const refusal = useRef<HTMLDivElement>(null);
  const week = useRef<HTMLFieldSetElement>(null);
  const saveButton = useRef<HTMLButtonElement>(null);
  /** Moves the focus from a button that its own press removes. */
  const restFocus = () => editor.current?.focus({ preventScroll: true });
  const save = useMutation<void, Error, HoursChange>({
    mutationFn: onSave,
    onSuccess: () => {
      if (editor.current?.contains(document.activeElement)) restFocus();
      keep(null);
      setFailure(null);
      showToast(t('The hours are saved.'), { color: 'success' });
    },
    onError: setFailure,
  });

  const edit = (next: Schedule | null) => {
    keep({ schedule: next, version });
    setErrors(NO_ERRORS);
    setFailure(null);
  };
  const submit = () => {
    // The choice between two editors' hours may be below the screen.
    if (isConflict) {
      focusAfterTaps(refusal.current);
      return;
    }
    const problems = schedule && scheduleErrors(schedule);
    showInPlace(saveButton.current, week.current, () => setErrors(problems ?? NO_ERRORS));
    if (!problems && !save.isPending) save.mutate({ schedule, version });
  };
  const discard = () => {
    restFocus();
    keep(null);
    setErrors(NO_ERRORS);
    setFailure(null);
  };

  const begin = (first: Schedule) => {
    restFocus();
    edit(first);
  };
  const removeAll = () => {
    restFocus();
    edit(null);
  };
  const keepMine = () => {
    saveButton.current?.focus();
    keep({ schedule, version: hours.version });
    setFailure(null);
  };

  const isConflict = draft !== null && !save.isPending && version !== hours.version;
  // The reason of a refused save is below the button, and may be below the screen. When a colleague's hours arrive, the focus
  // stays until the next tap on Save.
  useEffect(() => {
    if (failure) focusAfterTaps(refusal.current);
  }, [failure]);
  useEffect(() => {
    if (errors === NO_ERRORS) return;
    const fields = Array.from(week.current?.querySelectorAll<HTMLInputElement>('[data-invalid] input') ?? []);
    focusAfterTaps(fields.find(({ value }) => value === '') ?? fields[0]);
  }, [errors]);

  return (
    <section ref={editor} tabIndex={-1} aria-label={t('Opening hours')} className={styles.editor}>
      <fieldset ref={week} className={styles.fields} disabled={save.isPending}>
        {schedule ? (
          <>
            <Week schedule={schedule} errors={errors.weekly} onChange={edit} />
            <DaysThatDiffer schedule={schedule} errors={errors.exceptions} onChange={edit} />
          </>
        ) : (
          whenNone(begin)
        )}
      </fieldset>
      {draft && (
        <SaveBar isDirty>
          <Button disabled={save.isPending} onClick={discard}>
            {t('Discard')}
          </Button>
          <Button ref={saveButton} variant="primary" busy={save.isPending} onClick={submit}>
            {t('Save hours')}
          </Button>
        </SaveBar>
      )}
      {(isConflict || failure) && (
        <div ref={refusal} tabIndex={-1} className={styles.refusal}>
          {isConflict ? (
            <Alert>
              <div className={styles.section}>
                <p>{t('Someone else changed the hours meanwhile. They are now:')}</p>
                <ul>
                  {(hours.schedule ? scheduleLines(hours.schedule) : [noneText]).map((line) => (
                    <li key={line}>{line}</li>
                  ))}
                </ul>
                <div className={styles.actions}>
                  <Button size="small" onClick={discard}>
                    {t('Take theirs')}
                  </Button>
                  <Button size="small" onClick={keepMine}>
                    {t('Go on with mine')}
                  </Button>
                </div>
              </div>
            </Alert>
          ) : (
            <Alert>{(failure as unknown as ApiErrorShape).message}</Alert>
          )}
        </div>
      )}
      {schedule && errors !== NO_ERRORS && (
        <Alert>
          {t('Some times have to be mended first: {days}.', { days: listed(daysWithErrors(schedule, errors)) })}
        </Alert>
      )}
      {schedule && (
        <Button variant="plain" disabled={save.isPending} onClick={removeAll}>
          {removal}
        </Button>
      )}
    </section>
  );
}

interface EditedProps {
  schedule: Schedule;
  errors: Record<number, string>;
  onChange: (schedule: Schedule) => void;
}

function Week({ schedule, errors, onChange }: EditedProps) {
  return (
    <section className={styles.section} aria-labelledby="week">
      <h2 id="week">{t('Every week')}</h2>
      <p className={styles.note}>{t("Times are the venue's.")}</p>
      {weekdays().map((name, day) => (
        <Card key={name} as="section" padded aria-label={name}>
          <DaySpans
            name={name}
            spans={schedule.weekly[day] ?? []}
            error={errors[day]}
            onChange={(spans) => onChange(setDay(schedule, day, spans))}
          >
            {day === 0 && (
              <Button size="small" variant="quiet" onClick={() => onChange(copyDay(schedule, day))}>
                {t('Copy to all days')}
              </Button>
            )}
          </DaySpans>
        </Card>
      ))}
    </section>
  );
}

function DaysThatDiffer({ schedule, errors, onChange }: EditedProps) {
  const { exceptions } = schedule;
  const set = (next: Schedule['exceptions']) => onChange({ ...schedule, exceptions: next });
  const setAt = (at: number, change: Partial<{ date: string; spans: Span[] }>) =>
    set(exceptions.map((each, index) => (index === at ? { ...each, ...change } : each)));
  return (
    <section className={styles.section} aria-labelledby="different">
      <h2 id="different">{t('Days that differ')}</h2>
      <p className={styles.note}>{t('Holidays, for one. A day without times is closed.')}</p>
      {[...exceptions.entries()].map(([at, { date, spans }]) => {
        const name = dayName(date);
        return (
          <Card
            key={at}
            as="section"
            padded
            aria-label={name}
            data-invalid={errors[at] !== undefined || undefined}
            className={styles.section}
          >
            <TextInput
              label={t('Date')}
              type="date"
              value={date}
              onChange={({ target }) => setAt(at, { date: target.value })}
            />
            <DaySpans name={name} spans={spans} error={errors[at]} onChange={(next) => setAt(at, { spans: next })}>
              <Button
                size="small"
                variant="quiet"
                aria-label={t('Remove the day: {name}', { name })}
                onClick={() => set(exceptions.filter((_each, index) => index !== at))}
              >
                {t('Remove the day')}
              </Button>
            </DaySpans>
          </Card>
        );
      })}
      <div>
        <Button icon={CalendarPlus} onClick={() => set([...exceptions, { date: '', spans: [] }])}>
          {t('Add a day')}
        </Button>
      </div>
    </section>
  );
}
