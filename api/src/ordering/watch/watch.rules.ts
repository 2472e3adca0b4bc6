/** Decides what the watch does next about an order that no one has seen, and about an open stall that is not heard from. */
import type { WatchSettings, WatchStep } from 'shared-contracts/types';
import { openingAt, type StoredHours } from '../../menu/hours/opening.rules';

export const MINUTE_MS = 60_000;

/** The steps in their order: the stored number of a step is its position, and 0 is none. */
const STEPS = ['ring', 'staff', 'hall'] as const satisfies readonly WatchStep[];

/** Returns the step of a stored number, or undefined for 0. */
export const stepNamed = (step: number): WatchStep | undefined => STEPS[step - 1];
/** Returns the number that is stored for a step. */
export const numberOf = (step: WatchStep): number => STEPS.indexOf(step) + 1;

/** The minutes of a stall that has set none. */
export const DEFAULT_MINUTES: WatchSettings = { ring_minutes: 2, staff_minutes: 4, hall_minutes: 8 };
/** An order that is older is not watched, so that a site that was off for a night sends nothing about yesterday. */
export const OLDEST_MS = 6 * 60 * MINUTE_MS;
/**
 * The shortest time between two steps. After the site was away, an order may be due for all of them at once. The pages of the stall get this
 * time to come back and report what they show.
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
  return stepAt !== null && isWithin(BETWEEN_STEPS_MS, stepAt, now) ? null : next;
}

/** True if `at` is less than this long ago. A time in the future is of a clock that was set back, and counts as long ago. */
function isWithin(ms: number, at: Date, now: Date): boolean {
  const ago = now.getTime() - at.getTime();
  return ago >= 0 && ago < ms;
}

/** An order that came just before closing is watched this much longer. */
const AFTER_CLOSING_MS = 30 * MINUTE_MS;

type Hours = Omit<StoredHours, 'is_stopped'>;

/**
 * Tells whether a stall's orders are watched. They are while it is open by its hours, and a little longer. A pause changes nothing about the
 * orders that the stall took before it.
 */
export function isWatched({ opening_hours, follows_schedule, timezone }: Hours, now: Date): boolean {
  if (opening_hours === null || !follows_schedule) return true;
  const isOpenAt = (at: Date) => openingAt(opening_hours, timezone, at).isOpen;
  return isOpenAt(now) || isOpenAt(new Date(now.getTime() - AFTER_CLOSING_MS));
}

/** A page reports every 60 s and a printer more often. After this time without a report, the stall is not heard from. */
export const HEARD_MS = 90_000;
/** An open stall is silent after this time. Its people are told then, and the hall after the same time again. */
export const SILENT_MS = 3 * MINUTE_MS;
/** The people of a stall that has never been heard from are told at most this often: it may work without a screen. */
const AGAIN_MS = 24 * 60 * MINUTE_MS;

export interface StallSilence {
  /** The stall means to take orders now. */
  isOpen: boolean;
  heardAt: Date | null;
  since: Date | null;
  /** Who was told: 0 no one, 1 the stall's people, 2 the hall too. */
  step: number;
  stepAt: Date | null;
}

export type SilenceChange = { kind: 'begin'; since: Date } | { kind: 'end' | 'tell-stall' | 'tell-hall' };

/** Returns what changes about the silence of a stall, or null. */
export function silenceChange(stall: StallSilence, now: Date): SilenceChange | null {
  const { isOpen, heardAt, since, step, stepAt } = stall;
  if (!isOpen || (heardAt !== null && isWithin(HEARD_MS, heardAt, now))) {
    return since === null && step === 0 ? null : { kind: 'end' };
  }
  // A time in the future is of a clock that was set back.
  if (since === null || since > now) {
    // After an opening, or after the site was away, the stall's pages get the whole time to come back.
    return { kind: 'begin', since: heardAt !== null && isWithin(2 * MINUTE_MS, heardAt, now) ? heardAt : now };
  }
  if (!isSilent(stall, now)) return null;
  if (step === 0) {
    const wasTold = heardAt === null && stepAt !== null && now.getTime() - stepAt.getTime() < AGAIN_MS;
    return wasTold ? null : { kind: 'tell-stall' };
  }
  return step === 1 && stepAt !== null && now.getTime() - stepAt.getTime() >= SILENT_MS ? { kind: 'tell-hall' } : null;
}

/** Tells whether a stall is open and has not been heard from for too long. */
export const isSilent = ({ isOpen, since }: Pick<StallSilence, 'isOpen' | 'since'>, now: Date): boolean =>
  isOpen && since !== null && now.getTime() - since.getTime() >= SILENT_MS;

/** An order counts as late this long after its promised time: an estimate may be wrong by as much (waiting.rules.ts). */
export const LATE_MS = 3 * MINUTE_MS;
/** The time after which no estimate is stored for an order any more. */
export const PROMISED_WITHIN_MS = 2 * MINUTE_MS;
