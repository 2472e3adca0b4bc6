/** These rules decide how long a payment attempt counts. A provider may still let the customer pay at any later time. */

const HOUR_MS = 3_600_000;

/** An attempt holds the prices of its start for this time, at every provider. A success that is settled later is refunded. */
export const ATTEMPT_LIFETIME_MS = 24 * HOUR_MS;
/** A form is opened again for an attempt only while there is ample time to pay it. */
const TIME_TO_PAY_MS = HOUR_MS;

export function isExpired(attempt: { created_at: Date }, at: Date): boolean {
  return ageOf(attempt, at) >= ATTEMPT_LIFETIME_MS;
}

/** True while a second start may return this attempt instead of a new one. */
export function canBeResumed(attempt: { created_at: Date }, at: Date): boolean {
  return ageOf(attempt, at) < ATTEMPT_LIFETIME_MS - TIME_TO_PAY_MS;
}

function ageOf({ created_at }: { created_at: Date }, at: Date): number {
  return at.getTime() - created_at.getTime();
}
