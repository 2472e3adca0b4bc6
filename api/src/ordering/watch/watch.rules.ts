/** Decides what the watch does next about an order that no one has seen, and about an open stall that is not heard from. */
import type { WatchSettings, WatchStep } from 'shared-contracts/types';

export const MINUTE_MS = 60_000;

/** The steps in their order: the stored number of a step is its position, and 0 is none. */
const STEPS = ['ring', 'staff', 'hall'] as const satisfies readonly WatchStep[];

/** Returns the step of a stored number, or undefined for 0. */
export const stepNamed = (step: number): WatchStep | undefined => STEPS[step - 1];
/** Returns the number that is stored for a step. */
export const numberOf = (step: WatchStep): number => STEPS.indexOf(step) + 1;

/** A stall that has set nothing. */
export const DEFAULT_MINUTES: WatchSettings = { ring_minutes: 2, staff_minutes: 4, hall_minutes: 8 };

/** An order that is older is not watched, so that a site that was off for a night sends nothing about yesterday. */
export const OLDEST_MS = 6 * 60 * MINUTE_MS;
/**
 * The shortest time between two steps. After the site was away, an order may be due for all steps at once. The pages of the stall get this time
 * to come back and report what they show.
 */
const BETWEEN_STEPS_MS = MINUTE_MS;

export interface UnseenOrder {
  placedAt: Date;
  /** The last step that was taken, and when. */
  step: number;
  stepAt: Date | null;
}

/**
 * Returns the next step for an order that no one has seen, or null while none is due. Steps are taken one at a time and never twice, also after
 * the clock was set back.
 */
export function dueStep({ placedAt, step, stepAt }: UnseenOrder, minutes: WatchSettings, now: Date): WatchStep | null {
  const next = stepNamed(step + 1);
  if (!next) return null;
  const age = now.getTime() - placedAt.getTime();
  if (age >= OLDEST_MS || age < minutes[`${next}_minutes`] * MINUTE_MS) return null;
  return stepAt !== null && isWithin(now, stepAt, BETWEEN_STEPS_MS) ? null : next;
}

/** True if `at` is at most this long ago. A time in the future is of a clock that was set back, and counts as long ago. */
function isWithin(now: Date, at: Date, ms: number): boolean {
  const ago = now.getTime() - at.getTime();
  return ago >= 0 && ago < ms;
}
