import type { WatchSettings } from 'shared-contracts/types';
import { t } from '../words';

/** The typed minutes. */
export type MinutesForm = Record<keyof WatchSettings, string>;

/** The steps in their order, each with its longest time in minutes. */
export const STEPS = [
  { name: 'ring_minutes', most: 60 },
  { name: 'staff_minutes', most: 120 },
  { name: 'hall_minutes', most: 240 },
] as const satisfies readonly { name: keyof WatchSettings; most: number }[];

export const formOf = (settings: WatchSettings): MinutesForm => ({
  ring_minutes: String(settings.ring_minutes),
  staff_minutes: String(settings.staff_minutes),
  hall_minutes: String(settings.hall_minutes),
});

export const settingsOf = (form: MinutesForm): WatchSettings => ({
  ring_minutes: Number(form.ring_minutes),
  staff_minutes: Number(form.staff_minutes),
  hall_minutes: Number(form.hall_minutes),
});

/** Returns what is wrong with the typed minutes, by field: each is a whole number, and later than the one before it. */
export function minutesErrors(form: MinutesForm): Partial<MinutesForm> {
  const errors: Partial<MinutesForm> = {};
  for (const [index, { name, most }] of STEPS.entries()) {
    const typed = form[name].trim();
    const minutes = Number(typed);
    const before = STEPS[index - 1];
    if (!/^\d{1,4}$/.test(typed) || minutes < 1 || minutes > most) {
      errors[name] = t('Enter whole minutes from 1 to {most}.', { most });
    } else if (before && errors[before.name] === undefined && minutes <= Number(form[before.name])) {
      errors[name] = t('Enter more minutes than for the step before.');
    }
  }
  return errors;
}
