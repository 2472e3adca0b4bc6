import type { VendorSummary } from 'shared-contracts/types';
import { modeOf, openingOf, type StoredHours } from './opening.rules';

/** Presents a stall's opening for responses. The result holds from `now` until `opening.changes_at`. */
export function presentOpening(stored: StoredHours, now: Date): Pick<VendorSummary, 'accepting_orders' | 'opening'> {
  const { isOpen, changesAt } = openingOf(stored, now);
  return {
    accepting_orders: isOpen,
    opening: {
      mode: modeOf(stored),
      changes_at: changesAt?.toISOString() ?? null,
      has_schedule: stored.opening_hours !== null,
    },
  };
}
