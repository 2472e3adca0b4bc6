/** When an order counts as late at the stall whose queue is shown. */
import { createContext } from 'react';
import { isOverdue } from 'shared-contracts/rules/queue-state';
import type { VendorSummary } from 'shared-contracts/types';

export type Lateness = VendorSummary['lateness'];
export type LateStep = 'on-time' | 'late' | 'very-late';

/** A stall that set no steps has the one of 20 minutes. */
export const LatenessContext = createContext<Lateness>(undefined);

/** @param createdAt ISO 8601 @param now in milliseconds since the epoch */
export function lateStep(createdAt: string, now: number, lateness: Lateness): LateStep {
  if (!lateness) return isOverdue(createdAt, now) ? 'very-late' : 'on-time';
  const minutes = (now - Date.parse(createdAt)) / 60_000;
  if (minutes > lateness.very_late_after_minutes) return 'very-late';
  return minutes > lateness.late_after_minutes ? 'late' : 'on-time';
}
