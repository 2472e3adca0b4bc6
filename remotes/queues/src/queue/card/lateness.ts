/** Decides when an order counts as late at the stall whose queue is shown. */
import { createContext } from 'react';
import { isOverdue } from 'shared-contracts/rules/queue-state';
import type { VendorSummary } from 'shared-contracts/types';
import { t } from '../../words';

export type Lateness = VendorSummary['lateness'];
export type LateStep = 'on-time' | 'late' | 'very-late';

/** The minutes that a member of the stall types. */
export type LatenessForm = Record<keyof NonNullable<Lateness>, string>;

/** The server's limit, in minutes. */
const LATEST = 600;

/** @returns the errors of the two steps, by field; the server checks again */
export function latenessErrors({ late_after_minutes, very_late_after_minutes }: LatenessForm): Partial<LatenessForm> {
  const late = parseMinutes(late_after_minutes);
  const veryLate = parseMinutes(very_late_after_minutes);
  const whole = t('Please give whole minutes, from 1 to {latest}.', { latest: LATEST });
  return {
    ...(late === undefined && { late_after_minutes: whole }),
    ...(veryLate === undefined && { very_late_after_minutes: whole }),
    ...(late !== undefined &&
      veryLate !== undefined &&
      veryLate <= late && {
        very_late_after_minutes: t('Red comes after amber.'),
      }),
  };
}

function parseMinutes(text: string): number | undefined {
  const minutes = Number(text);
  return /^\d+$/.test(text.trim()) && minutes >= 1 && minutes <= LATEST ? minutes : undefined;
}

/** A stall that has set no steps has one, of 20 minutes. */
export const LatenessContext = createContext<Lateness>(undefined);

/** @param createdAt ISO 8601 @param now in milliseconds since the epoch */
export function lateStep(createdAt: string, now: number, lateness: Lateness): LateStep {
  if (!lateness) return isOverdue(createdAt, now) ? 'very-late' : 'on-time';
  const minutes = (now - Date.parse(createdAt)) / 60_000;
  if (minutes > lateness.very_late_after_minutes) return 'very-late';
  return minutes > lateness.late_after_minutes ? 'late' : 'on-time';
}
